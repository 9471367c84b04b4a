// What each key of the device's memory is. Pure: keys and values in, plain tables out.
import { share, soundProgress } from "../memory/progress.js";
import { soundScore } from "../memory/score.js";

const OF_A_LESSON = /^(lugar|avance|respuestas|preguntas|celda|figura):([^:]+)(?::(.+))?$/;
const WITH_NAME = new Set(["celda", "figura"]);
const GENERAL = new Set(["aspecto", "atajos", "repaso", "ultima"]);

/** {kind, lesson, name} of a key that this book writes; null for any other. */
export function readKey(key) {
  if (GENERAL.has(key)) return { kind: key, lesson: null, name: null };
  const [, kind, lesson, name] = OF_A_LESSON.exec(key) ?? [];
  if (!kind || WITH_NAME.has(kind) !== Boolean(name)) return null;
  return { kind, lesson, name: name ?? null };
}

/** What is kept of each lesson, in the order of `lessons` (keys), those that the book no longer has at the end. */
export function byLesson(entries, lessons) {
  const found = new Map();
  for (const [key, value] of entries) {
    const { kind, lesson, name } = readKey(key) ?? {};
    if (!lesson) continue;
    if (!found.has(lesson)) found.set(lesson, { keys: [], read: false, share: 0, score: soundScore(null), cells: [], figures: [] });
    const own = found.get(lesson);
    own.keys.push(key);
    if (kind === "avance") Object.assign(own, readProgress(value));
    if (kind === "preguntas") own.score = soundScore(value);
    if (kind === "celda" && typeof value?.source === "string") own.cells.push({ name, source: value.source });
    if (kind === "figura") own.figures.push(name);
  }
  const place = (lesson) => (lessons.includes(lesson) ? lessons.indexOf(lesson) : lessons.length);
  return [...found].sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1)).map(([lesson, own]) => ({ lesson, ...own }));
}

function readProgress(value) {
  const progress = soundProgress(value, Number.isInteger(value?.of) ? value.of : 0);
  return { read: progress.read, share: share(progress) };
}

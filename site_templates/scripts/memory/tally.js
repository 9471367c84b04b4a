// What is kept of some lessons, added up.
import { recall } from "../store.js";
import { standing } from "./progress.js";
import { soundScore } from "./score.js";

/** `questions` counts those of the lessons where some were answered: nobody knows here how many the others have. */
export function tally(lessons) {
  const sum = { lessons: lessons.length, read: 0, begun: 0, questions: 0, answered: 0, right: 0 };
  for (const lesson of lessons) {
    const stands = standing(recall(`avance:${lesson}`));
    if (stands === "read") sum.read += 1;
    if (stands !== "unread") sum.begun += 1;
    const { of, answered, right } = soundScore(recall(`preguntas:${lesson}`));
    sum.questions += of;
    sum.answered += answered;
    sum.right += right;
  }
  return sum;
}

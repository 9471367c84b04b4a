// Calls on standard input, answers on standard output: {index, texts, calls: [[name, …arguments]]}.
import { readFileSync } from "node:fs";
import { readIndex } from "search/index.js";
import { ask, nearestWord, readQuery } from "search/query.js";
import { excerpt, holdsPhrases } from "search/snippets.js";
import { fold, stem, wordsOf } from "search/words.js";

const { index: data, texts, calls } = JSON.parse(readFileSync(0, "utf-8"));
const index = data && readIndex(data);

const textOf = (entry) => entry.page.summary || texts[entry.page.file]?.[entry.within] || "";

const known = {
  words: (text) => wordsOf(text).map((one) => one.word),
  fold: (words) => words.map(fold),
  stem: (words) => words.map(stem),
  read: (text) => readQuery(text),
  posts: () => Object.fromEntries(index.folded.map((word, place) => [word, index.posts(place)])),
  shown: () => index.words,
  stems: () => Object.fromEntries(index.stems),
  entries: () => index.entries.map((one) => [one.page.url, one.kind, one.anchor, one.title, one.within, one.section?.anchor ?? null]),
  near: (word) => nearestWord(index, word),
  excerpt: (text, found, phrases) => excerpt(text, (word) => found.includes(word), phrases),
  ask(text, here) {
    const query = readQuery(text);
    const { hits, whole, unknown } = ask(index, query, here);
    const kept = query.phrases.length ? hits.filter(({ entry }) => holdsPhrases(`${entry.title} ${textOf(entry)}`, query.phrases)) : hits;
    return { titles: kept.map(({ entry }) => entry.title), places: kept.map(({ entry }) => `${entry.page.url}#${entry.anchor}`), whole, unknown };
  },
  time(queries, rounds) {
    const times = [];
    for (let round = 0; round < rounds; round++) {
      for (const text of queries) {
        const start = performance.now();
        ask(index, readQuery(text));
        times.push([text, performance.now() - start]);
      }
    }
    return times;
  },
  ready() {
    const start = performance.now();
    readIndex(data);
    return performance.now() - start;
  },
};

process.stdout.write(JSON.stringify(calls.map(([name, ...given]) => known[name](...given))));

// On the map of the book: the lesson under the pointer or the focus shows its own threads.

for (const map of document.querySelectorAll(".book-map")) {
  const light = (place) => {
    map.classList.toggle("is-asked", place !== null);
    for (const thread of map.querySelectorAll(".map-threads path")) {
      thread.classList.toggle("needs", place !== null && thread.dataset.to === place);
      thread.classList.toggle("leads", place !== null && thread.dataset.from === place);
    }
    const near = new Set([place]);
    for (const thread of map.querySelectorAll("path.needs, path.leads")) near.add(thread.dataset.from).add(thread.dataset.to);
    for (const lesson of map.querySelectorAll(".map-lesson")) lesson.classList.toggle("is-near", near.has(lesson.dataset.place));
  };
  for (const lesson of map.querySelectorAll(".map-lesson")) {
    const { place } = lesson.dataset;
    lesson.addEventListener("pointerenter", () => light(place));
    lesson.addEventListener("focus", () => light(place));
    lesson.addEventListener("pointerleave", () => light(null));
    lesson.addEventListener("blur", () => light(null));
  }
}

/*
 * Steps can be dragged to another place with a pointer, besides Move up and Move down. What does the dragging is
 * loaded once a pointer comes near a handle. The server decides the order: a dropped step goes back, then the answer
 * puts it in its place.
 */
(() => {
  "use strict";

  const library = document.currentScript.dataset.library;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const stepsOf = (line) => [...line.querySelectorAll(".step")];
  let loading = null;

  function load() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src: library, onload: resolve, onerror: reject });
      document.head.append(script);
    }).catch(() => { loading = null; }); // without a connection there are the buttons
  }

  /* Lists come and go with the checkpoints between them. */
  function prepare() {
    if (!window.Sortable) return;
    for (const list of document.querySelectorAll("#run-line .steps")) {
      if (!Sortable.get(list)) Sortable.create(list, options());
    }
  }

  function options() {
    let home;
    return {
      group: "steps",
      draggable: ".step",
      handle: ".grip",
      forceFallback: true,
      animation: still.matches ? 0 : 120,
      ghostClass: "is-lifted",
      onStart: ({ item }) => {
        home = { list: item.parentNode, next: item.nextSibling, place: placeOf(item) };
      },
      onEnd: ({ item }) => {
        const place = placeOf(item);
        home.list.insertBefore(item, home.next);
        if (place !== home.place) move(item, place);
      },
    };
  }

  const placeOf = (item) => stepsOf(item.closest(".run-line")).indexOf(item) + 1;

  function move(item, place) {
    const { to } = item.querySelector(".grip").dataset;
    const source = document.getElementById(`${item.id}-up`); // it says which form goes with it
    htmx.ajax("POST", to, { source, target: "#workbench", swap: "morph", values: { place } }).catch(() => {});
  }

  document.addEventListener("pointerover", ({ target }) => target.closest?.(".step-actions") && load());
  document.addEventListener("pointerdown", ({ target }) => target.closest?.(".grip") && prepare(), true);
})();

// Keys for annotators: the key of an answer gives it, n goes to the note, ← to the task before.
"use strict";
(() => {
  const form = document.getElementById("answer");
  const note = document.getElementById("note");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target === note) {
      if (event.key === "Escape") note.blur();
      // The first button would otherwise take Enter for an answer.
      if (event.key === "Enter") event.preventDefault();
      return;
    }
    const previous = document.getElementById("previous");
    const button = form.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (button) button.click();
    else if (event.key === "n") note.focus();
    else if (event.key === "ArrowLeft" && previous) previous.click();
    else return;
    event.preventDefault();
  });
})();

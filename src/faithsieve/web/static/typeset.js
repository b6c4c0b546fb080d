// Typesets formulas with KaTeX; every page that shows proofs uses it.
"use strict";
(() => {
  // Untrusted LaTeX: no links, no HTML, few macro expansions, bounded sizes. Strict where a command
  // could make markup; lenient where authors only write LaTeX loosely.
  const options = (isDisplay) => ({
    displayMode: isDisplay,
    trust: false,
    strict: (code) => (code === "htmlExtension" ? "error" : "ignore"),
    throwOnError: false,
    errorColor: "inherit",
    maxExpand: 200,
    maxSize: 20,
    output: "htmlAndMathml",
  });
  const typeset = (element) => {
    element.classList.add("is-typeset");
    const source = element.textContent;
    try {
      katex.render(element.dataset.formula, element, options(element.dataset.layout === "display"));
      if (element.querySelector(".katex-error")) element.textContent = source;
    } catch {
      element.textContent = source;
    }
  };
  // A busy browser may never be idle.
  const soon = (act) => globalThis.requestIdleCallback
    ? requestIdleCallback(act, { timeout: 200 })
    : setTimeout(() => act({ timeRemaining: () => 0 }));
  const isInView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  // What is on the screen at once, the rest when the page is loaded and has nothing else to do.
  globalThis.typesetInTurn = (selector) => {
    const waiting = Array.from(document.querySelectorAll(selector));
    waiting.filter(isInView).forEach(typeset);
    const goOn = (idle) => {
      do waiting.splice(0, 8).filter((element) => !element.matches(".is-typeset")).forEach(typeset);
      while (waiting.length && idle.timeRemaining() > 8);
      if (waiting.length) soon(goOn);
    };
    addEventListener("load", () => soon(goOn));
  };
  globalThis.typesetAll = (selector, root = document) => root.querySelectorAll(`${selector}:not(.is-typeset)`).forEach(typeset);
})();

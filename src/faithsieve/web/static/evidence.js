// The page's own script: walks the tree, copies keys, switches colours.
// It reads numbers from one data block and text from the page, and writes neither markup nor code.
"use strict";
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  root.classList.add("scripted");

  const announce = (words) => { byId("announcer").textContent = words; };

  // ---- mathematics
  // Panels and folded parts of a long proof hold thousands of formulas, most never looked at.
  const folded = "details:not([open]) > :not(summary) .formula";
  typesetInTurn(`.formula:not(.panel .formula, ${folded})`);
  // A toggle does not bubble; it can be caught on its way down.
  document.addEventListener("toggle", ({ target }) => {
    if (target.open) typesetAll(`.formula:not(.panel:not(.is-shown) .formula, ${folded})`, target);
  }, true);

  // ---- colours
  const themes = ["auto", "light", "dark"];
  const names = { auto: "Auto", light: "Light", dark: "Dark" };
  const themeButton = byId("theme");
  let theme = "auto";
  const remember = (value) => { try { localStorage.setItem("faithsieve-theme", value); } catch { /* private */ } };
  const recall = () => { try { return localStorage.getItem("faithsieve-theme"); } catch { return null; } };
  const wear = (value) => {
    theme = themes.includes(value) ? value : "auto";
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    themeButton.querySelector(".theme-name").textContent = names[theme];
    themeButton.setAttribute("aria-label", `Colours: ${names[theme]}`);
  };
  themeButton.hidden = false;
  wear(recall());
  themeButton.addEventListener("click", () => {
    wear(themes[(themes.indexOf(theme) + 1) % themes.length]);
    remember(theme);
    announce(`Colours: ${names[theme]}`);
  });

  // ---- copying
  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };
  const textBeside = (button) => {
    const holder = button.closest(".digest, .code");
    return holder.querySelector("code");
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    const code = textBeside(button);
    const done = await copied(code.textContent);
    if (!done) getSelection().selectAllChildren(code);
    button.textContent = done ? "Copied" : "Selected";
    button.classList.add("is-done");
    announce(done ? "Copied" : "Selected; copy it with the keyboard");
    setTimeout(() => { button.textContent = "Copy"; button.classList.remove("is-done"); }, 1600);
  });

  // ---- links into folded parts
  const unfold = (element) => {
    for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  };
  const follow = () => {
    const target = byId(location.hash.slice(1));
    if (!target) return;
    unfold(target);
    if (target.dataset.panel) select(boxOfUnit(Number(target.dataset.panel)), { show: true });
  };

  // ---- the tree
  const numbers = JSON.parse(byId("tree-numbers").textContent);
  const boxes = Array.from(document.querySelectorAll(".box"));
  const boxOfUnit = (unit) => Math.max(0, numbers.boxes.findIndex((box) => box.unit === unit));
  const viewport = byId("viewport");
  const canvas = byId("canvas");
  const stage = byId("stage");
  let size = 1;
  let selected = 0;

  const intoView = (box) => {
    const x = (box.offsetLeft + box.offsetWidth / 2) * size - viewport.clientWidth / 2;
    const y = (box.offsetTop + box.offsetHeight / 2) * size - viewport.clientHeight / 2;
    viewport.scrollTo({ left: x, top: y });
  };
  const isInView = (box) => {
    const [inner, outer] = [box.getBoundingClientRect(), viewport.getBoundingClientRect()];
    return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right;
  };

  const select = (number, { focus = false, show = false } = {}) => {
    if (!boxes.length) return;
    selected = number;
    const unit = numbers.boxes[number].unit;
    boxes.forEach((box, at) => {
      // Both branches of a split belong to the same unit; the focus stands on one of them.
      box.setAttribute("aria-selected", String(numbers.boxes[at].unit === unit));
      box.tabIndex = at === number ? 0 : -1;
    });
    document.querySelectorAll(".panel").forEach((panel) => {
      panel.classList.toggle("is-shown", Number(panel.dataset.panel) === unit);
    });
    typesetAll(`.panel.is-shown .formula:not(${folded})`);
    byId("panels").scrollTop = 0;
    if (focus) boxes[number].focus({ preventScroll: true });
    if (show || !isInView(boxes[number])) intoView(boxes[number]);
    const heading = document.querySelector(".panel.is-shown h3");
    if (focus && heading) announce(`Showing ${heading.textContent}`);
  };

  const childrenOf = (number) => numbers.boxes.flatMap((box, at) => (box.parent === number ? [at] : []));
  const steps = {
    ArrowDown: () => Math.min(selected + 1, boxes.length - 1),
    ArrowUp: () => Math.max(selected - 1, 0),
    ArrowRight: () => childrenOf(selected)[0] ?? selected,
    ArrowLeft: () => numbers.boxes[selected].parent ?? selected,
    Home: () => 0,
    End: () => boxes.length - 1,
  };
  const resize = (wanted, keepX, keepY) => {
    const before = size;
    size = Math.min(2.5, Math.max(0.15, wanted));
    const x = keepX ?? viewport.clientWidth / 2;
    const y = keepY ?? viewport.clientHeight / 2;
    const left = ((viewport.scrollLeft + x) * size) / before - x;
    const top = ((viewport.scrollTop + y) * size) / before - y;
    stage.style.transform = `scale(${size})`;
    canvas.style.width = `${canvas.dataset.width * size}px`;
    canvas.style.height = `${canvas.dataset.height * size}px`;
    viewport.scrollTo({ left, top, behavior: "instant" });
    byId("zoom-level").textContent = `${Math.round(size * 100)}%`;
  };
  const acrossSize = () => (viewport.clientWidth - 2) / canvas.dataset.width;
  const wholeSize = () => Math.min(acrossSize(), (viewport.clientHeight - 2) / canvas.dataset.height);
  const fit = () => resize(Math.min(1.25, wholeSize()));

  if (boxes.length) {
    byId("zoom-in").addEventListener("click", () => resize(size * 1.25));
    byId("zoom-out").addEventListener("click", () => resize(size / 1.25));
    byId("zoom-fit").addEventListener("click", fit);
    stage.addEventListener("click", (event) => {
      const box = event.target.closest(".box");
      if (box) select(Number(box.dataset.box), { focus: true });
    });
    stage.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (steps[event.key]) select(steps[event.key](), { focus: true });
      else if (event.key === "+" || event.key === "=") resize(size * 1.25);
      else if (event.key === "-") resize(size / 1.25);
      else if (event.key === "0") resize(1);
      else if (event.key === "Enter" || event.key === " ") document.querySelector(".panel.is-shown").focus();
      else return;
      event.preventDefault();
    });
    viewport.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const frame = viewport.getBoundingClientRect();
      resize(size * Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
    }, { passive: false });
    drag();
    document.querySelectorAll("[data-unit]").forEach((link) => {
      link.addEventListener("click", () => {
        select(boxOfUnit(Number(link.dataset.unit)), { show: true });
      });
    });
    // The whole tree where its text can be read then; else its width, and the rest by scrolling.
    resize(Math.min(1, wholeSize() >= 0.75 ? wholeSize() : Math.max(0.6, acrossSize())));
    select(boxOfUnit(numbers.selected), { show: true });
  }

  function drag() {
    let from = null;
    viewport.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button || event.target.closest(".box")) return;
      from = { x: event.clientX + viewport.scrollLeft, y: event.clientY + viewport.scrollTop };
      viewport.setPointerCapture(event.pointerId);
      viewport.classList.add("is-dragged");
    });
    viewport.addEventListener("pointermove", (event) => {
      if (from) viewport.scrollTo({ left: from.x - event.clientX, top: from.y - event.clientY, behavior: "instant" });
    });
    const end = () => { from = null; viewport.classList.remove("is-dragged"); };
    viewport.addEventListener("pointerup", end);
    viewport.addEventListener("pointercancel", end);
  }

  // ---- where the reader is
  addEventListener("hashchange", follow);
  follow();
  const links = new Map(Array.from(document.querySelectorAll(".top nav a[href^='#']"), (link) => [link.hash.slice(1), link]));
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      links.forEach((link) => link.removeAttribute("aria-current"));
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  document.querySelectorAll("main > section").forEach((section) => watcher.observe(section));

  // Printing shows what is folded away.
  let opened = [];
  addEventListener("beforeprint", () => {
    typesetAll(".formula");
    opened = Array.from(document.querySelectorAll("details:not([open])"));
    opened.forEach((part) => { part.open = true; });
  });
  addEventListener("afterprint", () => opened.forEach((part) => { part.open = false; }));
})();

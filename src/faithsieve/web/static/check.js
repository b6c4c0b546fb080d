// The form: previews how a text is cut into steps, lets the reader mend that, and starts the check.
// Text from the server goes into the page as text and formulas only, never as markup.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const [form, problem, text, list, start] = ["form", "problem", "text", "steps", "start"].map(byId);
  const announce = (words) => { byId("announcer").textContent = words; };
  let shown = null;
  let upload = null;
  let asked = 0;
  // One key for one proof: a second click, or a repeated request, starts nothing new.
  let key = "";
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const post = async (path, body, headers = {}) => {
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.detail);
    return answer;
  };

  // ---- the preview
  const make = (name, attributes = {}, ...children) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.append(...children);
    return element;
  };
  const marked = (pieces) => pieces.map((piece) => {
    if (!piece.formula) return piece.source;
    const span = make("span", { className: "formula" }, piece.source);
    span.dataset.formula = piece.formula;
    span.dataset.layout = piece.is_display ? "display" : "inline";
    return span;
  });
  const fill = (element, pieces) => {
    element.replaceChildren(...marked(pieces));
    typesetAll(".formula", element);
  };
  const texts = () => shown.steps.map((step) => step.text);

  const mends = {
    "Merge with the step above": (steps, at) => at && steps.splice(at - 1, 2, `${steps[at - 1]}\n${steps[at]}`),
    "Split at the cursor": (steps, at, area) => {
      const parts = [area.value.slice(0, area.selectionStart), area.value.slice(area.selectionStart)].map((part) => part.trim());
      if (parts.every(Boolean)) steps.splice(at, 1, ...parts);
      else announce("Put the cursor inside the text of the step first");
    },
    "Move up": (steps, at) => at && steps.splice(at - 1, 2, steps[at], steps[at - 1]),
    "Move down": (steps, at) => at < steps.length - 1 && steps.splice(at, 2, steps[at + 1], steps[at]),
    "Remove": (steps, at) => steps.length > 1 && steps.splice(at, 1),
  };
  const mend = async (change, at, area, words) => {
    const steps = texts();
    steps[at] = area.value.trim() || steps[at];
    change(steps, at, area);
    await read({ text: JSON.stringify({ problem: shown.problem.text, steps }), name: "mended.json" });
    announce(`${words}: now ${shown.steps.length} steps`);
    const next = list.children[Math.min(at, list.children.length - 1)];
    next.querySelector("summary").focus();
  };
  const stepItem = (step, at) => {
    const area = make("textarea", { value: step.text, rows: 3 });
    area.setAttribute("aria-label", `Text of step ${at + 1}`);
    area.addEventListener("change", () => mend(() => {}, at, area, "Changed"));
    const buttons = Object.entries(mends).map(([words, change]) => {
      const button = make("button", { type: "button", className: "tool small" }, words);
      // Before the text area loses the focus, and with it a change of its own.
      button.addEventListener("pointerdown", (event) => event.preventDefault());
      button.addEventListener("click", () => mend(change, at, area, words));
      return button;
    });
    const details = make("details", {}, make("summary", {}, `Mend step ${at + 1}`), area, make("p", { className: "buttons" }, ...buttons));
    const prose = make("div", { className: "prose" });
    fill(prose, step.shown);
    return make("li", {}, prose, details);
  };
  const show = () => {
    fill(byId("problem-shown"), shown.problem.shown);
    list.replaceChildren(...shown.steps.map(stepItem));
    byId("how").textContent = `${shown.steps.length} ${shown.steps.length === 1 ? "step" : "steps"} (${shown.split})`;
    byId("notes").replaceChildren(...shown.notes.map((note) => make("li", {}, note)));
  };
  const complain = (words) => {
    byId("fault").textContent = words;
    byId("fault").hidden = !words;
    list.hidden = Boolean(words);
    if (words) byId("preview").hidden = false;
    // What stands above and below the steps belongs to a text that could be read.
    if (words) for (const id of ["problem-shown", "how", "notes"]) byId(id).replaceChildren();
  };

  async function read(request) {
    const turn = ++asked;
    byId("preview").hidden = false;
    try {
      const answer = await post("/api/v1/split", request);
      if (turn !== asked) return;
      shown = answer;
      key = newKey();
      complain("");
      show();
      await estimate();
    } catch (error) {
      if (turn !== asked) return;
      shown = null;
      complain(error.message);
      byId("estimate").textContent = "";
    }
  }

  // ---- what it will cost
  const submission = () => ({
    problem: shown.problem.text,
    steps: texts(),
    ...Object.fromEntries(["model", "method", "effort"].map((name) => [name, byId(name).value])),
  });
  let estimates = 0;
  async function estimate() {
    if (!shown) return;
    const [turn, about] = [++estimates, shown];
    // An answer about another proof or another model comes too late to be shown.
    const isStale = () => turn !== estimates || about !== shown;
    try {
      const found = await post("/api/v1/estimate", submission());
      if (isStale()) return;
      const span = ({ least, most }, write) => (least === most ? write(most) : `${write(least)} to ${write(most)}`);
      const whole = (figure) => Math.round(figure).toLocaleString();
      const cost = found.cost_usd;
      const money = cost === null ? "price unknown" : cost.most === 0 ? "free" : `$${span(cost, (usd) => usd.toFixed(cost.most < 0.1 ? 4 : 2))}`;
      byId("estimate").textContent = found.calls.most === 0 ? "free: no model is asked" : `${money}, ${span(found.calls, whole)} calls, ${span(found.tokens, whole)} tokens${found.is_measured ? "" : " (a guess from other models)"}`;
    } catch (error) {
      if (!isStale()) byId("estimate").textContent = error.message;
    }
  }

  // ---- where the text comes from
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (upload) read({ ...upload, problem: problem.value });
      else if (text.value.trim()) read({ text: text.value, problem: problem.value });
    }, 350);
  };
  text.addEventListener("input", () => { upload = null; later(); });
  problem.addEventListener("input", later);
  const take = async (file) => {
    // Whatever was shown before belongs to another text; it must not be what is checked.
    [shown, upload, text.value] = [null, null, ""];
    asked += 1;
    byId("estimate").textContent = "";
    if (file.size > 1.4e6) return complain(`${file.name} is too large for a proof (${(file.size / 1e6).toFixed(1)} MB); upload one proof at a time`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    let binary = "";
    for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
    upload = { content: btoa(binary), name: file.name };
    text.required = false;
    announce(`Reading ${file.name}`);
    return read({ ...upload, problem: problem.value });
  };
  byId("file").addEventListener("change", (event) => { if (event.target.files[0]) take(event.target.files[0]); });
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files[0]) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  document.querySelector(".upload").hidden = false;
  for (const name of ["model", "method", "effort"]) byId(name).addEventListener("change", () => { key = newKey(); estimate(); });

  // ---- a model server on this machine
  const server = byId("server");
  if (server) {
    server.hidden = false;
    server.addEventListener("submit", async (event) => {
      event.preventDefault();
      byId("try").disabled = true;
      byId("server-said").textContent = "Asking …";
      try {
        const found = await post("/api/v1/models", { base_url: byId("address").value });
        const select = byId("model");
        for (const { name, words } of found) {
          if (![...select.options].some((option) => option.value === name)) select.add(new Option(words, name));
        }
        select.value = found[0].name;
        if (byId("method").value === "lint") byId("method").value = "faithsieve";
        byId("server-said").textContent = `It answers and has ${found.length} ${found.length === 1 ? "model" : "models"}; ${found[0].words} is chosen above.`;
        key = newKey();
        await estimate();
      } catch (error) {
        byId("server-said").textContent = error.message;
      }
      byId("try").disabled = false;
    });
  }

  // ---- starting
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (!shown) await read(upload ? { ...upload, problem: problem.value } : { text: text.value, problem: problem.value });
    if (!shown) return;
    start.disabled = true;
    try {
      const job = await post("/api/v1/checks", submission(), { "idempotency-key": key });
      location.assign(`/checks/${job.id}`);
    } catch (error) {
      complain(error.message);
      start.disabled = false;
    }
  });
  addEventListener("pageshow", () => { start.disabled = false; if (text.value.trim()) later(); });
})();

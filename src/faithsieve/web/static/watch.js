// Follows a running check: adds what happens to the page and to the tree. A reload shows the same.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const live = JSON.parse(byId("live").textContent);
  const boxes = JSON.parse(byId("tree-numbers").textContent).boxes;
  const announce = (words) => { byId("announcer").textContent = words; };

  const share = byId("share");
  if (share) {
    share.hidden = false;
    share.addEventListener("click", async () => {
      const link = new URL(`/checks/${live.id}/evidence`, location.href).href;
      try {
        await navigator.clipboard.writeText(link);
        share.textContent = "Copied";
      } catch {
        share.textContent = link;
      }
      announce("The link to the evidence was copied");
    });
  }

  // ---- the tree
  const worst = { refuted: 3, inconclusive: 2, passed: 1 };
  const outcomes = {};
  const sign = (obligation, outcome) => {
    const unit = obligation.slice(0, obligation.lastIndexOf("/"));
    const number = live.units[unit];
    if (worst[outcomes[unit]] > worst[outcome]) return;
    outcomes[unit] = outcome;
    boxes.forEach((box, at) => {
      if (box.unit !== number) return;
      const element = byId(`box-${at}`);
      for (const name of Object.keys(worst)) element.classList.toggle(`found-${name}`, name === outcome);
      let badge = element.querySelector(".badge");
      if (!badge) {
        badge = document.createElement("span");
        element.append(badge);
      }
      const mark = document.createElement("span");
      mark.className = "sign";
      badge.className = `badge is-${outcome}`;
      badge.replaceChildren(mark, outcome);
    });
  };
  live.found.forEach(([obligation, outcome]) => sign(obligation, outcome));
  const audit = (units) => boxes.forEach((box, at) => {
    if (units.some((unit) => live.units[unit] === box.unit)) byId(`box-${at}`).classList.add("is-audited");
  });

  if (live.is_over) return;

  // ---- events
  const stages = { lint: "Computing what code can decide", localize: "Reading the proof", verify: "Auditing claims", synthesize: "Drawing the conclusion" };
  const add = (id, number) => { byId(id).textContent = Number(byId(id).textContent) + number; };
  const write = (event) => {
    const item = document.createElement("li");
    const stage = document.createElement("span");
    stage.className = "tag";
    stage.textContent = event.stage;
    item.append(stage, ` ${event.kind.replaceAll("_", " ")} ${event.subject} ${event.detail}`);
    byId("log").append(item);
    add("count", 1);
  };
  // Only a server that answers is worth a reload: the browser's own error page would not come back.
  const comeBack = async () => {
    try {
      await fetch(`/api/v1/checks/${live.id}`);
      location.reload();
    } catch {
      setTimeout(comeBack, 1000);
    }
  };
  const source = new EventSource(`/api/v1/checks/${live.id}/events?after=${live.seen}`);
  const on = (kind, act) => source.addEventListener(kind, (message) => {
    const event = JSON.parse(message.data);
    if (kind !== "end") write(event);
    act(event);
  });
  const show = (words) => { if (byId("now")) byId("now").textContent = `${words} …`; };
  const tell = (words) => { show(words); announce(words); };
  const doing = (event) => stages[event.stage] ?? event.stage;
  on("stage_began", (event) => tell(doing(event)));
  // The server draws the tree and the verdict; the reader keeps his place on the page.
  on("tree", comeBack);
  on("window", (event) => audit(event.subject.split(", ")));
  on("obligation", (event) => sign(event.subject, event.detail));
  on("model_call", (event) => { add("calls", 1); add("tokens", event.tokens); });
  on("lean_check", (event) => { add("lean", 1); show(doing(event)); });
  on("preparing", (event) => tell(event.detail));
  on("verdict", () => {});
  on("end", () => { source.close(); comeBack(); });
  source.addEventListener("error", () => {
    if (byId("now")) byId("now").textContent = "The server does not answer; this page tries again.";
    source.close();
    setTimeout(comeBack, 1000);
  });
})();

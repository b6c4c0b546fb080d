// Sorts the table by a column; without scripts the table stands as written.
"use strict";
(() => {
  document.documentElement.classList.add("scripted");
  typesetAll(".formula");

  const table = document.getElementById("rows");
  const body = table.tBodies[0];
  const announcer = document.getElementById("announcer");
  const value = (row, at, kind) => {
    const text = row.cells[at].dataset.value;
    return kind === "number" ? Number(text) : text;
  };
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true }));
  const sort = (header, at) => {
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].sort((a, b) => {
      const order = compare(value(a, at, header.dataset.kind), value(b, at, header.dataset.kind));
      return down ? -order : order;
    });
    body.append(...rows);
    announcer.textContent = `Sorted by ${header.textContent.trim()}, ${down ? "descending" : "ascending"}`;
  };
  [...table.tHead.rows[0].cells].forEach((header, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sorter";
    button.append(...header.childNodes);
    button.addEventListener("click", () => sort(header, at));
    header.append(button);
  });
})();

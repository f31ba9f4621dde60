"use strict";
(() => {
  const table = document.querySelector("table");
  const bodies = [...table.tBodies];
  const parts = bodies.filter((body) => body.classList.contains("part"));
  const rows = bodies.filter((body) => !body.classList.contains("part"));
  const find = document.getElementById("find");
  const group = document.getElementById("group");
  const status = document.getElementById("shown");
  const none = document.getElementById("none");
  const openAll = document.getElementById("open-all");
  const filters = [...document.querySelectorAll("button.filter")];
  const headings = [...table.tHead.querySelectorAll("th")];
  const places = new Map(rows.map((row) => [row, row.dataset.places.split(" ").map(Number)]));
  const words = new Map();
  const textOf = (row) => {
    if (!words.has(row)) {
      const said = [row.rows[0], ...row.querySelectorAll("dd")].map((part) => part.textContent);
      words.set(row, said.join(" ").toLowerCase());
    }
    return words.get(row);
  };
  const pressed = (button) => button.getAttribute("aria-pressed") === "true";
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));

  function open(row, on) {
    row.querySelector("button.toggle").setAttribute("aria-expanded", String(on));
    row.querySelector("tr.more").hidden = !on;
  }

  function showParts() {
    const sorted = headings.some((heading) => heading.getAttribute("aria-sort") !== "none");
    const seen = new Set(rows.filter((row) => !row.hidden).map((row) => row.dataset.part));
    for (const part of parts) part.hidden = sorted || !seen.has(part.dataset.part);
  }

  function show() {
    const wanted = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdicts = new Set(filters.filter(pressed).map((button) => button.dataset.verdict));
    let count = 0;
    for (const row of rows) {
      const fits =
        (verdicts.size === 0 || verdicts.has(row.dataset.verdict)) &&
        (!group || group.value === "" || group.value === row.dataset.group) &&
        wanted.every((word) => textOf(row).includes(word));
      row.hidden = !fits;
      if (fits) count += 1;
    }
    status.textContent = `${count} of ${rows.length} row${rows.length === 1 ? "" : "s"} shown`;
    none.hidden = count > 0;
    showParts();
  }

  function sort(column, direction) {
    headings.forEach((heading, number) =>
      heading.setAttribute("aria-sort", number === column ? direction : "none"),
    );
    const sign = direction === "descending" ? -1 : 1;
    const order = direction === "none" ? bodies : [...rows].sort((a, b) => sign * (places.get(a)[column] - places.get(b)[column]));
    table.append(...order);
    showParts();
  }

  const next = { none: "ascending", ascending: "descending", descending: "none" };
  headings.forEach((heading, column) =>
    heading.querySelector("button").addEventListener("click", () => sort(column, next[heading.getAttribute("aria-sort")])),
  );

  for (const row of rows) {
    row.querySelector("button.toggle").addEventListener("click", () => open(row, row.querySelector("tr.more").hidden));
  }
  for (const button of filters) {
    button.addEventListener("click", () => {
      press(button, !pressed(button));
      show();
    });
  }
  find.addEventListener("input", show);
  if (group) group.addEventListener("change", show);
  openAll.addEventListener("click", () => {
    press(openAll, !pressed(openAll));
    for (const row of rows) open(row, pressed(openAll));
  });

  function reset() {
    filters.forEach((button) => press(button, false));
    find.value = "";
    if (group) group.value = "";
    sort(0, "none");
    show();
  }
  document.getElementById("reset").addEventListener("click", reset);

  document.getElementById("download").addEventListener("click", () => {
    const links = rows.filter((row) => !row.hidden).map((row) => row.querySelector("a.evidence[data-row]"));
    const texts = links.filter(Boolean).map((link) => {
      const bytes = Uint8Array.from(atob(link.href.split(",")[1]), (sign) => sign.charCodeAt(0));
      return new TextDecoder().decode(bytes).trim();
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`[${texts.join(",\n")}]\n`], { type: "application/json" }));
    link.download = "rows.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });

  // The checker for certificates, a page of its own, lies in this one; it opens with the certificate in it.
  async function offerChecker(packed) {
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    const slot = 'id="given">';
    const place = text.indexOf(slot) + slot.length;
    for (const button of document.querySelectorAll("button.check")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const certificate = button.previousElementSibling.href.split(",")[1];
        window.open(URL.createObjectURL(new Blob([text.slice(0, place), certificate, text.slice(place)], { type: "text/html" })));
      });
    }
  }
  const packed = document.getElementById("checker")?.content.textContent.trim();
  if (packed && "DecompressionStream" in window) offerChecker(packed);

  function follow() {
    const row = /^#row-[0-9]+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (!row) return;
    if (row.hidden) reset();
    open(row, true);
    row.scrollIntoView({ block: "center" });
    row.querySelector("button.toggle").focus({ preventScroll: true });
  }
  window.addEventListener("hashchange", follow);
  document.querySelector("ul.attention")?.addEventListener("click", () => setTimeout(follow));
  show(); // a browser may have kept what was typed before a reload
  follow();
})();

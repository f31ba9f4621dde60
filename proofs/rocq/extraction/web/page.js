"use strict";
(() => {
  const MOST_BYTES = 2 ** 24; // of a text; the format allows four times as many, which no browser would check in time
  const VERDICTS = {
    accepted: ["✓ Accepted", "The evidence proves this statement:"],
    rejected: ["✗ Rejected", ""],
    left: ["? Not checked", "This is no verdict: the statement may be true or false. Ask another checker: dpexact check FILE."],
  };
  const FAULTS = [
    ["json", "This is not JSON as a certificate is written."],
    ["format", "This is not a certificate of dpexact."],
    ["digest", "The digest does not fit the content: the file was changed after it had been written."],
    ["not accepted", "The evidence does not prove the statement."],
    ["", "It is not written as the format of certificates requires."],
  ];
  const GOOD = {
    digest: "b69ed5e1d5fdb4d4fb0d86294263950429b2285b5c70498c499ffd3c8da7e292",
    evidence: {},
    format: "dpexact-certificate/1",
    statement: {
      delta: ["0", "1"],
      exp_epsilon: ["3", "1"],
      generators: { base: ["1", "1"], degree: 1, exponent: ["0", "1"] },
      inputs: ["no", "yes"],
      kind: "private",
      outputs: ["no", "yes"],
      pairs: [[0, 1], [1, 0]],
      weights: { denominator: "4", rows: [["3", "1"], ["1", "3"]] },
    },
  };
  const FORGED = {
    ...GOOD,
    digest: "{{forged}}",
    statement: { ...GOOD.statement, exp_epsilon: ["2", "1"] },
  };
  const answers = document.getElementById("answers");
  const status = document.getElementById("said");
  const address = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
  const waiting = [];
  let current = null;

  const element = (tag, text = "", name = "") => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  };

  // Of a certificate that refutes privacy: what it says of the mechanism, or of the composition, is to be read first.
  function refutation(said) {
    const claim = /^(?:not-private|composition-refuted): .* (?:of inputs|together), where (?:E = (.*) and )?delta = (.*)$/m.exec(said);
    if (!claim) return "";
    const [, factor, delta] = claim;
    const power = /^t( |$)/.test(factor) && /^  t = exp\((.*)\)$/m.exec(said);
    if (factor === undefined) return `at any epsilon, delta ${delta}`;
    return `at ${power ? `epsilon ${power[1]}` : factor === "1" ? "epsilon 0" : `e^epsilon = ${factor}`}, delta ${delta}`;
  }

  function show(card, state, said) {
    const subject = said.startsWith("not-private: ") ? "mechanism" : said.startsWith("composition-refuted: ") ? "composition" : "";
    const refuted = state === "accepted" && subject !== "";
    const [mark, meaning] = VERDICTS[state];
    const start = `Accepted: this ${subject} is `;
    const verdict = refuted ? `${start}not private ${refutation(said)}`.trimEnd() : mark;
    card.className = refuted ? "accepted refuted" : state;
    card.dataset.state = state;
    const line = element("p", refuted ? start : verdict, "verdict");
    if (refuted) line.append(element("strong", "not"), verdict.slice(`${start}not`.length));
    const parts = [card.querySelector("h3"), line];
    if (state === "rejected") {
      parts.push(element("p", FAULTS.find(([start]) => said.startsWith(start))[1]));
    }
    if (state === "accepted") parts.push(element("p", meaning));
    if (state === "accepted") parts.push(element("pre", said));
    else {
      const why = element("p", state === "left" ? "Why: " : "What the checker says: ", "why");
      why.append(element("code", said));
      parts.push(why);
    }
    if (state === "left") parts.push(element("p", meaning));
    if (state === "accepted") {
      const more = element("p", "", "why");
      const link = element("a", "What has to be believed");
      link.href = "#believed";
      more.append(link, " for this.");
      parts.push(more);
    }
    card.replaceChildren(...parts);
    status.textContent = `${card.querySelector("h3").textContent}: ${verdict}`; // for those who do not see the card
  }

  function finish(state, said) {
    clearInterval(current.timer);
    show(current.card, state, said);
    current = null;
    next();
  }

  function next() {
    if (current || !waiting.length) return;
    current = waiting.shift();
    const { card, bytes } = current;
    const worker = new Worker(address); // of its own, so that no certificate leaves anything behind
    const end = (state, said) => {
      worker.terminate();
      finish(state, said);
    };
    const time = element("span", "Checking ...");
    const stop = element("button", "Stop");
    stop.type = "button";
    stop.addEventListener("click", () => end("left", "you stopped it"));
    const going = element("p", "", "going");
    going.append(time, stop);
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", "checking");
    card.replaceChildren(card.querySelector("h3"), bar, going);
    const begun = Date.now();
    let products = 0;
    current.timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - begun) / 1000);
      time.textContent = `Checking for ${seconds} s; ${products.toLocaleString("en")} products computed so far`;
    }, 250);
    worker.onmessage = ({ data }) => {
      if (data.products !== undefined) products = data.products;
      else end(Object.hasOwn(VERDICTS, data.state) ? data.state : "left", data.said);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end("left", `the checker ended: ${event.message || "there may be no more memory"}`);
    };
    worker.postMessage(bytes);
  }

  function card(name) {
    const made = element("article");
    made.append(element("h3", name), element("p", "Waiting for the others", "going"));
    answers.append(made);
    if (!current) made.scrollIntoView({ block: "nearest" });
    return made;
  }

  function submit(name, bytes) {
    const made = card(name);
    if (bytes.length > MOST_BYTES) show(made, "left", `it is larger than ${MOST_BYTES / 2 ** 20} MiB`);
    else waiting.push({ card: made, bytes });
    next();
  }

  function submitText(name, text) {
    if (/\p{Surrogate}/u.test(text)) show(card(name), "rejected", "json: not UTF-8"); // would be replaced silently
    else submit(name, new TextEncoder().encode(text));
  }

  async function submitFiles(files) {
    for (const file of files) {
      if (file.size > MOST_BYTES) show(card(file.name), "left", `it is larger than ${MOST_BYTES / 2 ** 20} MiB`);
      else {
        try {
          submit(file.name, new Uint8Array(await file.arrayBuffer()));
        } catch (error) {
          show(card(file.name), "left", `it cannot be read: ${error.message}`);
        }
      }
    }
  }

  const on = (id, event, act) => document.getElementById(id).addEventListener(event, act);
  on("file", "change", ({ target }) => {
    submitFiles([...target.files]);
    target.value = "";
  });
  on("check", "click", () => submitText("the text that you pasted", document.getElementById("text").value));
  on("good", "click", () => submitText("an example: randomized response, 3/4 to 1/4, with E = 3", JSON.stringify(GOOD)));
  on("forged", "click", () => submitText("a forged example: the same, with E = 2", JSON.stringify(FORGED)));

  let depth = 0; // of elements that a file is dragged over
  const over = (step) => {
    depth = Math.max(0, depth + step);
    document.body.classList.toggle("over", depth > 0);
  };
  const dropped = ({ dataTransfer }) => {
    if (dataTransfer.files.length) submitFiles([...dataTransfer.files]);
    else if (dataTransfer.getData("text")) submitText("the text that you dropped", dataTransfer.getData("text"));
  };
  for (const [event, act] of [["dragenter", () => over(1)], ["dragleave", () => over(-1)], ["dragover", () => {}]]) {
    window.addEventListener(event, (found) => {
      found.preventDefault();
      act();
    });
  }
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    over(-depth);
    dropped(event);
  });

  const given = document.getElementById("given").textContent.trim();
  if (given) {
    const bytes = Uint8Array.from(atob(given), (sign) => sign.charCodeAt(0));
    submit("the certificate that came with this page", bytes);
  }
})();

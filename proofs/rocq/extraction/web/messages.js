// After checker.js, in the worker: bytes come in; how many products were computed, and in the end the answer, go out.
"use strict";
globalThis.checker_progress = (products) => postMessage({ products });
onmessage = ({ data }) => {
  let answer;
  try {
    answer = checker_answer(data);
  } catch (error) {
    answer = { state: "left", said: String(error) };
  }
  postMessage(answer);
};

// Runs a family of vectors against a function of yours. Needs Node and nothing else.
import { readFileSync } from "node:fs";

const LEAST = 1e-323; // two steps of the smallest doubles, which no relative error allows
const INFINITE = { inf: Infinity, "-inf": -Infinity };

// A double, a list of doubles, or a word. The decimals are read as the very doubles.
export function number(value) {
  if (Array.isArray(value)) return value.map(number);
  return "text" in value ? value.text : (INFINITE[value.decimal] ?? Number(value.decimal));
}

// Why an answer is wrong, or "". `safe` is "larger" or "smaller" if you promise that side.
function fault(test, got, rel, safe) {
  if ("result" in test) return got === (test.result === "holds") ? "" : `it ${test.result}`;
  const [lower, upper] = [number(test.lower), number(test.upper)];
  if (safe === "larger" && got < upper) return `below ${test.upper.decimal}`;
  if (safe === "smaller" && got > lower) return `above ${test.lower.decimal}`;
  const near = Math.min(Math.max(got, lower), upper);
  if (got === near || (Number.isFinite(near) && !(Math.abs(got - near) > rel * Math.abs(near) + LEAST))) return "";
  return `not within ${rel} of [${test.lower.decimal}, ${test.upper.decimal}]`;
}

// Asks f(parameters), which returns null to skip a test. Returns how many failed, and how many were asked.
export function check(path, f, { rel = 1e-9, safe = "", show = 3 } = {}) {
  const family = JSON.parse(readFileSync(path, "utf8"));
  let [failed, asked] = [0, 0];
  for (const test of family.tests) {
    const given = Object.fromEntries(Object.entries(test.parameters).map(([name, value]) => [name, number(value)]));
    const got = f(given);
    if (got === null) continue;
    asked += 1;
    const why = fault(test, got, rel, safe);
    if (why === "") continue;
    failed += 1;
    if (failed > show) continue;
    console.log(`  ${test.id} (${test.flags}) ${JSON.stringify(given)}: got ${got}, ${why}`);
    for (const flag of test.flags)
      if (flag in family.notes) console.log(`    ${flag}: ${family.notes[flag].description}`);
  }
  return [failed, asked];
}

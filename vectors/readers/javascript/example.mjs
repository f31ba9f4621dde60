// Right functions, at which every test passes, and wrong ones, at which some test fails: node example.mjs
import { fileURLToPath } from "node:url";
import { check } from "./reader.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url));
const { exp, expm1, log, log1p, sqrt, max, min, floor, ceil } = Math;

const laplace = (delta) => ({ scale, sensitivity, epsilon, rate }) =>
  rate === undefined ? max(0, delta((epsilon - sensitivity / scale) / 2)) : null;
const simple = ({ rho, delta }) => (rho === 0 ? 0 : delta === 0 ? Infinity : rho + 2 * sqrt(rho * -log(delta)));

function zcdp({ rho, delta, conversion }) {
  if (conversion === "simple" || rho === 0 || delta === 0) return simple({ rho, delta });
  let [low, high, x] = [0, sqrt(-log(delta) / rho), 0];
  for (let step = 0; step < 200; step += 1) {
    x = (low + high) / 2;
    if (rho * x * x + log1p(x) + log(delta) > 0) high = x;
    else low = x;
  }
  return max(0, rho * (1 + x) - (log(delta) + log1p(x)) / x + log(x / (1 + x)));
}

function threshold({ decay, threshold, comparison }) {
  const first = comparison === ">" ? floor(threshold) : ceil(threshold) - 1;
  const tail = exp(-decay * max(first, 1 - first)) / (1 + exp(-decay));
  return first > 0 ? tail : 1 - tail;
}

const up = (x) => (x === 0 || x === Infinity ? x : max(x * (1 + 2 ** -52), x + 2 ** -1074));
const oneWay = ({ p, q, exp_epsilon, delta }) =>
  p.reduce((sum, mass, place) => sum + max(0, mass - exp_epsilon * q[place]), 0) <= delta;
const safe = { safe: "larger" };
const cases = [
  ["right", "laplace.delta", "expm1", laplace((x) => -expm1(x)), {}],
  ["wrong", "laplace.delta", "1 - exp", laplace((x) => 1 - exp(x)), {}],
  ["wrong", "gaussian.sigma", "the classical formula", ({ epsilon, delta, sensitivity }) =>
    min(epsilon, delta) === 0 ? null : (sensitivity * sqrt(2 * log(1.25 / delta))) / epsilon, { rel: Infinity, ...safe }],
  ["right", "composition.basic_epsilon", "rounded up", ({ epsilon, count }) => up(epsilon * count), safe],
  ["wrong", "composition.basic_epsilon", "rounded to nearest", ({ epsilon, count }) => epsilon * count, safe],
  ["right", "zcdp.epsilon", "both conversions", zcdp, { rel: 1e-6 }],
  ["wrong", "zcdp.epsilon", "1e9 for infinity", (given) => min(zcdp(given), 1e9), { rel: 1e-6 }],
  ["wrong", "zcdp.epsilon", "NaN for infinity", (given) => zcdp(given) + 0 * zcdp(given), { rel: 1e-6 }],
  ["wrong", "zcdp.epsilon", "always the simple conversion", simple, { rel: 1e-6 }],
  ["right", "discrete_laplace.threshold", "> and >=", threshold, {}],
  ["wrong", "discrete_laplace.threshold", "> for >=", (given) => threshold({ ...given, comparison: ">" }), {}],
  ["right", "privacy.verdict", "both directions", (given) => oneWay(given) && oneWay({ ...given, p: given.q, q: given.p }), {}],
  ["wrong", "privacy.verdict", "one direction", oneWay, {}],
];

for (const [kind, family, name, f, options] of cases) {
  const [failed, asked] = check(`${folder}/${family}.json`, f, { show: 0, ...options });
  console.log(`${kind} ${family}, ${name}: ${failed} of ${asked} failed`);
  if (failed > 0 === (kind === "right")) process.exitCode = 1;
}

/* Right functions, at which every test passes, and wrong ones, at which some test fails:
   gcc -O1 -o example example.c -lm && ./example ../.. */
#include "reader.h"

static double laplace_at(const node *p) {
    return isnan(number(p, "rate")) ? (number(p, "epsilon") - number(p, "sensitivity") / number(p, "scale")) / 2 : SKIP;
}
static double laplace(const node *p) { double x = laplace_at(p); return x == SKIP ? x : fmax(0, -expm1(x)); }
static double naive_laplace(const node *p) { double x = laplace_at(p); return x == SKIP ? x : fmax(0, 1 - exp(x)); }

static double classical(const node *p) {
    double epsilon = number(p, "epsilon"), delta = number(p, "delta");
    return epsilon == 0 || delta == 0 ? SKIP : number(p, "sensitivity") * sqrt(2 * log(1.25 / delta)) / epsilon;
}

static double basic(const node *p) { return number(p, "epsilon") * number(p, "count"); }
static double basic_up(const node *p) { double x = basic(p); return x == 0 ? x : nextafter(x, INFINITY); }

static double simple(const node *p) {
    double rho = number(p, "rho"), delta = number(p, "delta");
    return rho == 0 ? 0 : delta == 0 ? INFINITY : rho + 2 * sqrt(rho * -log(delta));
}
static double zcdp(const node *p) {
    double rho = number(p, "rho"), delta = number(p, "delta"), low = 0, high, x = 0;
    if (strcmp(word(p, "conversion"), "simple") == 0 || rho == 0 || delta == 0) return simple(p);
    high = sqrt(-log(delta) / rho);
    for (int step = 0; step < 200; step++) {
        x = (low + high) / 2;
        if (rho * x * x + log1p(x) + log(delta) > 0) high = x; else low = x;
    }
    return fmax(0, rho * (1 + x) - (log(delta) + log1p(x)) / x + log(x / (1 + x)));
}

static double zcdp_finite(const node *p) { return fmin(zcdp(p), 1e9); }
static double zcdp_nan(const node *p) { return zcdp(p) + 0 * zcdp(p); }

static double passes(const node *p, const char *comparison) {
    double decay = number(p, "decay"), threshold = number(p, "threshold");
    double first = strcmp(comparison, ">") == 0 ? floor(threshold) : ceil(threshold) - 1;
    double tail = exp(-decay * fmax(first, 1 - first)) / (1 + exp(-decay));
    return first > 0 ? tail : 1 - tail;
}
static double threshold(const node *p) { return passes(p, word(p, "comparison")); }
static double strict(const node *p) { return passes(p, ">"); }

static double one_way(const node *given, const char *first, const char *second) {
    double p[64], q[64], sum = 0;
    int count = numbers(given, first, p, 64);
    numbers(given, second, q, 64);
    for (int i = 0; i < count; i++) sum += fmax(0, p[i] - number(given, "exp_epsilon") * q[i]);
    return sum <= number(given, "delta");
}
static double one_direction(const node *p) { return one_way(p, "p", "q"); }
static double both(const node *p) { return one_way(p, "p", "q") && one_way(p, "q", "p"); }

int main(int count, char **words) {
    const struct { const char *kind, *family, *name; law f; double rel; char safe; } cases[] = {
        {"right", "laplace.delta", "expm1", laplace, 1e-9, 0},
        {"wrong", "laplace.delta", "1 - exp", naive_laplace, 1e-9, 0},
        {"wrong", "gaussian.sigma", "the classical formula", classical, INFINITY, 'l'},
        {"right", "composition.basic_epsilon", "rounded up", basic_up, 1e-9, 'l'},
        {"wrong", "composition.basic_epsilon", "rounded to nearest", basic, 1e-9, 'l'},
        {"right", "zcdp.epsilon", "both conversions", zcdp, 1e-6, 0},
        {"wrong", "zcdp.epsilon", "always the simple conversion", simple, 1e-6, 0},
        {"wrong", "zcdp.epsilon", "1e9 for infinity", zcdp_finite, 1e-6, 0},
        {"wrong", "zcdp.epsilon", "NaN for infinity", zcdp_nan, 1e-6, 0},
        {"right", "discrete_laplace.threshold", "> and >=", threshold, 1e-9, 0},
        {"wrong", "discrete_laplace.threshold", "> for >=", strict, 1e-9, 0},
        {"right", "privacy.verdict", "both directions", both, 0, 0},
        {"wrong", "privacy.verdict", "one direction", one_direction, 0, 0},
    };
    int bad = 0, asked;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.json", count > 1 ? words[1] : "../..", cases[i].family);
        int failed = check(path, cases[i].f, cases[i].rel, cases[i].safe, 0, &asked);
        printf("%s %s, %s: %d of %d failed\n", cases[i].kind, cases[i].family, cases[i].name, failed, asked);
        bad |= (failed > 0) == (strcmp(cases[i].kind, "right") == 0);
    }
    return bad;
}

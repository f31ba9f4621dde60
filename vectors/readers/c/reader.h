/* Runs a family of vectors against a function of yours. Needs C99, and json.h beside it. */
#include "json.h"
#include <float.h>
#include <math.h>

#define SKIP -DBL_MAX /* the answer that skips a test */
#define LEAST 1e-323 /* two steps of the smallest doubles, which no relative error allows */

typedef double (*law)(const node *parameters); /* of a verdict 1 if it holds, else 0 */

/* A double; NAN if there is no such parameter. */
static double number(const node *parameters, const char *name) {
    const node *value = json_get(parameters, name);
    return value ? strtod(json_get(value, "hex")->text, NULL) : NAN;
}

static const char *word(const node *parameters, const char *name) {
    const node *value = json_get(parameters, name);
    return value ? json_get(value, "text")->text : "";
}

/* Reads a list of doubles, at most `most`, and returns how many there are. */
static int numbers(const node *parameters, const char *name, double *list, int most) {
    const node *part = json_get(parameters, name)->child;
    int count = 0;
    for (; part && count < most; part = part->next) list[count++] = strtod(json_get(part, "hex")->text, NULL);
    return count;
}

/* Whether an answer is right; safe is 'l' or 's' if you promise the larger or the smaller side, else 0. */
static int is_right(const node *test, double got, double rel, char safe) {
    const node *result = json_get(test, "result");
    double lower = number(test, "lower"), upper = number(test, "upper"), near;
    if (result) return got == (strcmp(result->text, "holds") == 0);
    if ((safe == 'l' && !(got >= upper)) || (safe == 's' && !(got <= lower))) return 0;
    near = fmin(fmax(got, lower), upper);
    return !isnan(got) && (got == near || (isfinite(near) && !(fabs(got - near) > rel * fabs(near) + LEAST)));
}

/* Asks f at each test and returns how many failed; `show` of them are printed. */
static int check(const char *path, law f, double rel, char safe, int show, int *asked) {
    const node *family = json_file(path), *test = json_get(family, "tests")->child;
    int failed = 0;
    for (*asked = 0; test; test = test->next) {
        double got = f(json_get(test, "parameters"));
        if (got == SKIP) continue;
        ++*asked;
        if (is_right(test, got, rel, safe) || failed++ >= show) continue;
        printf("  %s: got %.17g", json_get(test, "id")->text, got);
        if (json_get(test, "result")) printf(", it %s\n", json_get(test, "result")->text);
        else printf(", not [%s, %s]\n", json_get(json_get(test, "lower"), "decimal")->text,
                    json_get(json_get(test, "upper"), "decimal")->text);
        for (const node *flag = json_get(test, "flags")->child; flag; flag = flag->next) {
            const node *note = json_get(json_get(family, "notes"), flag->text);
            if (note) printf("    %s: %s\n", flag->text, json_get(note, "description")->text);
        }
    }
    return failed;
}

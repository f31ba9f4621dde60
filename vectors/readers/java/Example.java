import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleUnaryOperator;

/** Right functions, at which every test passes, and wrong ones, at which some test fails:
 * javac -d classes *.java && java -cp classes Example ../.. */
final class Example {
    static Reader.Law laplace(DoubleUnaryOperator delta) {
        return p -> p.has("rate") ? Reader.SKIP
            : Math.max(0, delta.applyAsDouble((p.number("epsilon") - p.number("sensitivity") / p.number("scale")) / 2));
    }

    static double classical(Reader.Given p) {
        double epsilon = p.number("epsilon");
        double delta = p.number("delta");
        if (epsilon == 0 || delta == 0) return Reader.SKIP;
        return p.number("sensitivity") * Math.sqrt(2 * Math.log(1.25 / delta)) / epsilon;
    }

    static double basic(Reader.Given p) { return p.number("epsilon") * p.number("count"); }

    static double simple(Reader.Given p) {
        double rho = p.number("rho");
        return rho == 0 ? 0 : rho + 2 * Math.sqrt(rho * -Math.log(p.number("delta")));
    }

    static double zcdp(Reader.Given p) {
        double rho = p.number("rho");
        double delta = p.number("delta");
        if (p.word("conversion").equals("simple") || rho == 0 || delta == 0) return simple(p);
        double low = 0;
        double high = Math.sqrt(-Math.log(delta) / rho);
        double x = 0;
        for (int step = 0; step < 200; step++) {
            x = (low + high) / 2;
            if (rho * x * x + Math.log1p(x) + Math.log(delta) > 0) high = x;
            else low = x;
        }
        return Math.max(0, rho * (1 + x) - (Math.log(delta) + Math.log1p(x)) / x + Math.log(x / (1 + x)));
    }

    static double passes(Reader.Given p, String comparison) {
        double decay = p.number("decay");
        double threshold = p.number("threshold");
        double first = comparison.equals(">") ? Math.floor(threshold) : Math.ceil(threshold) - 1;
        double tail = Math.exp(-decay * Math.max(first, 1 - first)) / (1 + Math.exp(-decay));
        return first > 0 ? tail : 1 - tail;
    }

    static boolean oneWay(Reader.Given given, String first, String second) {
        double[] p = given.numbers(first);
        double[] q = given.numbers(second);
        double sum = 0;
        for (int i = 0; i < p.length; i++) sum += Math.max(0, p[i] - given.number("exp_epsilon") * q[i]);
        return sum <= given.number("delta");
    }

    record Case(boolean isRight, String family, String name, Reader.Law law, double rel, String safe) {}

    public static void main(String[] words) throws IOException {
        Case[] cases = {
            new Case(true, "laplace.delta", "expm1", laplace(x -> -Math.expm1(x)), 1e-9, ""),
            new Case(false, "laplace.delta", "1 - exp", laplace(x -> 1 - Math.exp(x)), 1e-9, ""),
            new Case(false, "gaussian.sigma", "the classical formula", Example::classical, Double.POSITIVE_INFINITY, "larger"),
            new Case(true, "composition.basic_epsilon", "rounded up",
                p -> basic(p) == 0 ? 0 : Math.nextUp(basic(p)), 1e-9, "larger"),
            new Case(false, "composition.basic_epsilon", "rounded to nearest", Example::basic, 1e-9, "larger"),
            new Case(true, "zcdp.epsilon", "both conversions", Example::zcdp, 1e-6, ""),
            new Case(false, "zcdp.epsilon", "always the simple conversion", Example::simple, 1e-6, ""),
            new Case(false, "zcdp.epsilon", "1e9 for infinity", p -> Math.min(zcdp(p), 1e9), 1e-6, ""),
            new Case(false, "zcdp.epsilon", "NaN for infinity", p -> zcdp(p) + 0 * zcdp(p), 1e-6, ""),
            new Case(true, "discrete_laplace.threshold", "> and >=", p -> passes(p, p.word("comparison")), 1e-9, ""),
            new Case(false, "discrete_laplace.threshold", "> for >=", p -> passes(p, ">"), 1e-9, ""),
            new Case(true, "privacy.verdict", "both directions",
                p -> oneWay(p, "p", "q") && oneWay(p, "q", "p") ? 1 : 0, 0, ""),
            new Case(false, "privacy.verdict", "one direction", p -> oneWay(p, "p", "q") ? 1 : 0, 0, ""),
        };
        boolean bad = false;
        for (Case c : cases) {
            Path path = Path.of(words.length > 0 ? words[0] : "../..", c.family() + ".json");
            int[] count = Reader.check(path, c.law(), c.rel(), c.safe(), 0);
            System.out.printf("%s %s, %s: %d of %d failed%n",
                c.isRight() ? "right" : "wrong", c.family(), c.name(), count[0], count[1]);
            bad |= (count[0] > 0) == c.isRight();
        }
        System.exit(bad ? 1 : 0);
    }
}

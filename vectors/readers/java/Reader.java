import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a family of vectors against a function of yours. Needs Java 17, and Json.java beside it. */
final class Reader {
    static final double SKIP = -Double.MAX_VALUE; // the answer that skips a test
    private static final double LEAST = 1e-323; // two steps of the smallest doubles, which no relative error allows

    /** The answer at the parameters of a test, or SKIP. Of a verdict, 1 if it holds and else 0. */
    interface Law {
        double at(Given given);
    }

    /** The parameters of a test. */
    record Given(Map<String, Object> values) {
        boolean has(String name) { return values.containsKey(name); }
        double number(String name) { return real(values.get(name)); }
        String word(String name) { return (String) ((Map<?, ?>) values.get(name)).get("text"); }
        double[] numbers(String name) { return ((List<?>) values.get(name)).stream().mapToDouble(Reader::real).toArray(); }
    }

    private static double real(Object value) {
        String text = (String) ((Map<?, ?>) value).get("decimal");
        return text.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    /** Whether an answer is right; safe is "larger" or "smaller" if you promise that side, else "". */
    private static boolean isRight(Map<String, Object> test, double got, double rel, String safe) {
        if (test.containsKey("result")) return got == (test.get("result").equals("holds") ? 1 : 0);
        double lower = real(test.get("lower"));
        double upper = real(test.get("upper"));
        double near = Math.min(Math.max(got, lower), upper);
        boolean isSafe = (!safe.equals("larger") || got >= upper) && (!safe.equals("smaller") || got <= lower);
        return isSafe && (got == near || Double.isFinite(near) && !(Math.abs(got - near) > rel * Math.abs(near) + LEAST));
    }

    /** Asks the law at each test. Returns how many failed, and how many were asked; `show` failures are printed. */
    @SuppressWarnings("unchecked")
    static int[] check(Path path, Law law, double rel, String safe, int show) throws IOException {
        var family = (Map<String, Object>) Json.parse(Files.readString(path));
        int failed = 0, asked = 0;
        for (Object item : (List<?>) family.get("tests")) {
            var test = (Map<String, Object>) item;
            double got = law.at(new Given((Map<String, Object>) test.get("parameters")));
            if (got == SKIP) continue;
            asked++;
            if (isRight(test, got, rel, safe) || failed++ >= show) continue;
            Object truth = test.containsKey("result") ? test.get("result") : List.of(test.get("lower"), test.get("upper"));
            System.out.printf("  %s: got %s, not %s%n", test.get("id"), got, truth);
            for (Object flag : (List<?>) test.get("flags")) {
                Object note = ((Map<?, ?>) family.get("notes")).get(flag);
                if (note != null) System.out.printf("    %s: %s%n", flag, ((Map<?, ?>) note).get("description"));
            }
        }
        return new int[] {failed, asked};
    }
}

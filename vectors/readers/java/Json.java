import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small parser of JSON: texts, lists and maps. Other values are kept as texts. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        return new Json(text).value();
    }

    private char skip(String skipped) {
        while (skipped.indexOf(text.charAt(at)) >= 0) at++;
        return text.charAt(at);
    }

    private Object value() {
        char first = skip(" \t\r\n:");
        if (first == '"') return string();
        if (first == '[') {
            List<Object> items = new ArrayList<>();
            for (at++; skip(" \t\r\n,") != ']'; ) items.add(value());
            at++;
            return items;
        }
        if (first == '{') {
            Map<String, Object> items = new LinkedHashMap<>();
            for (at++; skip(" \t\r\n,") != '}'; ) {
                String key = string();
                items.put(key, value());
            }
            at++;
            return items;
        }
        int start = at;
        while (",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        return text.substring(start, at);
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') at++;
            found.append(text.charAt(at));
        }
        at++;
        return found.toString();
    }
}

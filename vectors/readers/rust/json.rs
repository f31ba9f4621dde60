//! A small parser of JSON. Numbers, which the vectors do not have outside of texts, are kept as text.

#[derive(Debug)]
pub enum Value {
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    pub fn parse(text: &str) -> Value {
        let bytes = text.as_bytes();
        value(bytes, &mut 0)
    }

    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Object(items) => items.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn list(&self) -> &[Value] {
        if let Value::List(items) = self { items } else { &[] }
    }

    pub fn text(&self) -> &str {
        if let Value::Text(text) = self { text } else { "" }
    }
}

fn skip(bytes: &[u8], at: &mut usize, skipped: &[u8]) {
    while skipped.contains(&bytes[*at]) {
        *at += 1;
    }
}

fn text(bytes: &[u8], at: &mut usize) -> String {
    let mut found = Vec::new();
    *at += 1;
    while bytes[*at] != b'"' {
        if bytes[*at] == b'\\' {
            *at += 1;
        }
        found.push(bytes[*at]);
        *at += 1;
    }
    *at += 1;
    String::from_utf8(found).expect("UTF-8")
}

fn value(bytes: &[u8], at: &mut usize) -> Value {
    skip(bytes, at, b" \t\r\n");
    match bytes[*at] {
        b'"' => Value::Text(text(bytes, at)),
        b'[' => {
            let mut items = Vec::new();
            *at += 1;
            skip(bytes, at, b" \t\r\n");
            while bytes[*at] != b']' {
                items.push(value(bytes, at));
                skip(bytes, at, b" \t\r\n,");
            }
            *at += 1;
            Value::List(items)
        }
        b'{' => {
            let mut items = Vec::new();
            *at += 1;
            skip(bytes, at, b" \t\r\n");
            while bytes[*at] != b'}' {
                let key = text(bytes, at);
                skip(bytes, at, b" \t\r\n:");
                items.push((key, value(bytes, at)));
                skip(bytes, at, b" \t\r\n,");
            }
            *at += 1;
            Value::Object(items)
        }
        _ => {
            let start = *at;
            while !b",]} \t\r\n".contains(&bytes[*at]) {
                *at += 1;
            }
            Value::Text(String::from_utf8_lossy(&bytes[start..*at]).into_owned())
        }
    }
}

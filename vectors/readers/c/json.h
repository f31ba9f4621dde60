/* A small parser of JSON: values are nodes, the children of an array or an object a list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
    char kind; /* one of { [ " t f n 0 */
    char *key, *text;
    struct node *child, *next;
} node;

static const char *json_at;

static void json_blank(void) { while (*json_at && strchr(" \t\r\n", *json_at)) json_at++; }

static char *json_text(void) {
    const char *start = ++json_at;
    char *copy, *to;
    while (*json_at != '"') json_at += *json_at == '\\' ? 2 : 1;
    copy = to = malloc((size_t)(json_at - start) + 1);
    for (; start < json_at; start++) *to++ = *start == '\\' ? *++start : *start;
    *to = 0;
    json_at++;
    return copy;
}

static node *json_value(void) {
    node *value = calloc(1, sizeof *value), **last = &value->child;
    json_blank();
    value->kind = *json_at;
    if (*json_at == '"') {
        value->text = json_text();
    } else if (*json_at == '{' || *json_at == '[') {
        char end = *json_at == '{' ? '}' : ']';
        json_at++;
        for (json_blank(); *json_at != end; json_blank()) {
            char *key = NULL;
            if (*json_at == ',') { json_at++; json_blank(); }
            if (end == '}') { key = json_text(); json_blank(); json_at++; }
            *last = json_value();
            (*last)->key = key;
            last = &(*last)->next;
        }
        json_at++;
    } else {
        size_t length = strcspn(json_at, ",]} \t\r\n");
        value->text = calloc(1, length + 1);
        memcpy(value->text, json_at, length);
        json_at += length;
    }
    return value;
}

static node *json_get(const node *object, const char *key) {
    node *child = object ? object->child : NULL;
    while (child && strcmp(child->key, key)) child = child->next;
    return child;
}

static node *json_file(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text;
    long size;
    if (!file) { perror(path); exit(2); }
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    text = calloc(1, (size_t)size + 1);
    if (fread(text, 1, (size_t)size, file) != (size_t)size) { perror(path); exit(2); }
    fclose(file);
    json_at = text;
    return json_value();
}

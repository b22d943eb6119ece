// The document has no fault by the rules of two linters.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectralCore from "@stoplight/spectral-core"
import Parsers from "@stoplight/spectral-parsers"
import { oas } from "@stoplight/spectral-rulesets"
import { parse } from "yaml"

const path = new URL("../../openapi/openapi.yaml", import.meta.url)
const text = readFileSync(path, "utf8")

test("Redocly finds nothing", async () => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: text, absoluteRef: path.pathname, config })
  assert.deepEqual(problems.map((p) => `${p.severity} ${p.ruleId} ${p.location[0]?.pointer}: ${p.message}`), [])
})

test("Spectral finds nothing", async () => {
  const { Document, Ruleset, Spectral } = spectralCore
  const spectral = new Spectral()
  spectral.setRuleset(
    new Ruleset({
      extends: [[oas, "all"]],
      rules: {
        // OpenAPI 3.1 lets any scheme name the roles that an operation needs; the rule knows 3.0 only.
        "oas3-operation-security-defined": "off",
        // The service runs wherever it is deployed: there is nobody to name, and no host.
        "info-contact": "off",
        "contact-properties": "off",
        "oas3-api-servers": "off",
        // The licence is named by its identifier, and tags stand in the order in which people read them.
        "license-url": "off",
        "openapi-tags-alphabetical": "off",
      },
    }),
  )
  // A component of a template has fields called type and example. Within an example that is no
  // schema, which the rule takes it for.
  const found = await spectral.run(new Document(text, Parsers.Yaml, path.pathname))
  const problems = found.filter((p) => p.code !== "oas3-valid-schema-example" || !p.path.slice(0, -1).includes("example"))
  assert.deepEqual(problems.map((p) => `${p.code} ${p.path.join(".")}: ${p.message}`), [])
})

const doc = parse(text)

/** Calls visit with every schema of the document, where it stands, and whether it has a name. */
function schemasOf(node, visit, at = "", kind = "") {
  if (Array.isArray(node)) return node.forEach((part, i) => schemasOf(part, visit, `${at}/${i}`, kind))
  if (node === null || typeof node !== "object") return
  if (kind === "schema") visit(node, at, at.startsWith("/components/schemas/") && at.split("/").length === 4)
  for (const [key, part] of Object.entries(node)) {
    if (kind === "schemas") schemasOf(part, visit, `${at}/${key}`, "schema")
    else if (["properties", "schemas"].includes(key)) schemasOf(part, visit, `${at}/${key}`, "schemas")
    else if (["schema", "items", "additionalProperties", "oneOf", "anyOf", "allOf"].includes(key)) schemasOf(part, visit, `${at}/${key}`, "schema")
    else if (!["example", "examples", "enum", "default", "discriminator"].includes(key)) schemasOf(part, visit, `${at}/${key}`)
  }
}

test("every component is used", () => {
  const used = new Set([...text.matchAll(/\$ref: "?'?#\/components\/(\w+\/[\w.-]+)/g)].map(([, name]) => name))
  const unused = Object.entries(doc.components)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, list]) => Object.keys(list).map((name) => `${kind}/${name}`))
    .filter((name) => !used.has(name))
  assert.deepEqual(unused, [])
})

test("an object or a choice that stands twice has a name", () => {
  const places = new Map()
  const said = (node) => {
    if (Array.isArray(node)) return node.map(said)
    if (node === null || typeof node !== "object") return node
    const rest = Object.entries(node).filter(([key, part]) => !["examples", "example"].includes(key) && !(key === "description" && typeof part === "string"))
    return Object.fromEntries(rest.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, said(part)]))
  }
  schemasOf(doc, (schema, at, named) => {
    const choice = schema.oneOf ?? schema.anyOf
    const orNull = choice?.length === 2 && choice.some((one) => one.type === "null")
    if (!schema.properties && (!choice || orNull)) return
    const key = JSON.stringify(said(schema))
    places.set(key, [...(places.get(key) ?? []), { at, named }])
  })
  assert.ok(places.size > 200)
  const twice = [...places.values()].filter((list) => list.length > 1 && list.some(({ named }) => !named))
  assert.deepEqual(twice.map((list) => list.map(({ at }) => at)), [])
})

test("what takes a form and JSON shows JSON first, but for an upload", () => {
  let seen = 0
  for (const item of Object.values(doc.paths)) {
    const kinds = Object.keys(item.post?.requestBody?.content ?? {})
    if (kinds.length < 2) continue
    seen++
    assert.equal(kinds[0], item.post.operationId === "upload-media" ? "multipart/form-data" : "application/json", item.post.operationId)
  }
  assert.ok(seen > 0)
})

test("what changes a thing names no defaults: what is left out stays", () => {
  const changes = Object.entries(doc.components.schemas).filter(([name]) => /^(Update|Upsert)[A-Z]/.test(name))
  assert.ok(changes.length > 5)
  const defaults = changes.flatMap(([name, { properties }]) => Object.entries(properties ?? {}).filter(([, field]) => "default" in field).map(([field]) => `${name}.${field}`))
  assert.deepEqual(defaults, [])
})

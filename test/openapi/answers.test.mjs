// Every answer and event that the truth files record, and every example, is
// exactly as the document says: a field that the document does not know is a
// fault, too.
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import Ajv from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { parse } from "yaml"

const root = new URL("../../", import.meta.url)
const doc = parse(readFileSync(new URL("openapi/openapi.yaml", root), "utf8"))
const schemas = doc.components.schemas

/** Lets an object of the document have the fields that it names and no others. */
function close(node) {
  if (Array.isArray(node)) return node.map(close)
  if (node === null || typeof node !== "object") return node
  const out = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, ["example", "examples", "enum", "default"].includes(key) ? part : close(part)]))
  if (out.type === "object" && out.properties && out.additionalProperties === undefined) out.additionalProperties = false
  return out
}

const ajv = new Ajv({ strict: true, allErrors: true, strictTypes: false, strictRequired: false })
addFormats(ajv)
ajv.addVocabulary(["components", "discriminator", "example"])
ajv.addFormat("binary", true)
ajv.addSchema(close({ $id: "doc", components: { schemas } }))


/** The schema that a part of the document is, with its references resolved. */
const follow = (schema) => (schema?.$ref ? follow(doc.components.schemas[schema.$ref.split("/").pop()]) : schema)
const resolve = (node) => (node?.$ref ? node.$ref.slice(2).split("/").reduce((at, key) => at[key], doc) : node)

/**
 * Puts a value of the right form where a truth file has a name for one that
 * differs from run to run: … for a number, 2026-… for a time.
 */
function fill(schema, value) {
  schema = follow(schema) ?? {}
  if (schema.anyOf && value !== null) {
    if (value === "…") return null
    return fill(schema.anyOf.find((s) => s.type !== "null"), value)
  }
  const types = [schema.type].flat()
  if (value === "…") {
    if (types.includes("integer") || types.includes("number")) return 1
    if (types.includes("null")) return null
    return { date: "2026-01-31", "date-time": "2026-01-31T09:30:00Z" }[schema.format] ?? value
  }
  if (typeof value === "string" && schema.format === "date-time") return value.replace("2026-…", "2026-01-31T09:30:00Z")
  if (typeof value === "string") return schema.format?.startsWith("uri") ? value.replaceAll("#", "") : value
  if (Array.isArray(value)) return value.map((item) => fill(schema.items, item))
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(schema.properties?.[key] ?? schema.additionalProperties, part)]))
  }
  return value
}

const compiled = new Map()
function faults(schema, value) {
  const text = JSON.stringify(schema)
  if (!compiled.has(text)) compiled.set(text, ajv.compile(JSON.parse(JSON.stringify(close(schema)).replaceAll('"#/components', '"doc#/components'))))
  const check = compiled.get(text)
  return check(value) ? [] : check.errors.map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
}

/** The operation that answers a request, by its method and path. */
function operationOf({ method, path }) {
  const parts = path.split("?")[0].split("/")
  const fits = (template) => template.split("/").length === parts.length && template.split("/").every((p, i) => p === parts[i] || p.startsWith("{"))
  const found = Object.keys(doc.paths).filter((template) => fits(template) && doc.paths[template][method.toLowerCase()])
  return doc.paths[found.sort((a, b) => a.split("{").length - b.split("{").length)[0]]?.[method.toLowerCase()]
}

const folder = new URL("internal/api/testdata/", root)

for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  test(file, () => {
    const bad = []
    for (const { label, request, response, events } of JSON.parse(readFileSync(new URL(file, folder), "utf8"))) {
      const op = operationOf(request)
      const said = resolve(op.responses[response.status])
      assert.ok(said, `${label}: the document does not tell of the status ${response.status}`)
      const media = said.content?.["application/json"] ?? said.content?.["application/problem+json"]
      if (response.body !== undefined && typeof response.body !== "string") {
        assert.ok(media, `${label}: the document tells of no body`)
        bad.push(...faults(media.schema, fill(media.schema, response.body)).map((f) => `${label}: ${f}`))
      }
      for (const event of events) {
        const schema = doc.webhooks[event.event].post.requestBody.content["application/json"].schema
        const { event: kind, timestamp, data } = event
        bad.push(...faults(schema, fill(schema, { event: kind, timestamp: timestamp ?? 1, data })).map((f) => `${label}, ${kind}: ${f}`))
      }
    }
    assert.deepEqual(bad, [])
  })
}

// The clients that two generators make of the document compile by the strictest
// rules and work with a running demo, whose demo.json CRM_DEMO_JSON names.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { before, test } from "node:test"

const here = fileURLToPath(new URL(".", import.meta.url))
const document = "../../openapi/openapi.yaml"
const run = (tool, ...args) => execFileSync(process.execPath, [`node_modules/${tool}`, ...args], { cwd: here, stdio: "pipe", encoding: "utf8" })

before(() => {
  rmSync(new URL("generated", import.meta.url), { recursive: true, force: true })
  mkdirSync(new URL("generated/out", import.meta.url), { recursive: true })
  writeFileSync(new URL("generated/out/package.json", import.meta.url), '{"type":"commonjs"}')
  run("openapi-typescript/bin/cli.js", document, "--output", "generated/schema.ts")
  run("@hey-api/openapi-ts/bin/run.js", "--input", document, "--output", "generated/client", "--client", "@hey-api/client-fetch")
  try {
    run("typescript/bin/tsc", "-p", "tsconfig.json")
  } catch (failure) {
    throw new Error(failure.stdout)
  }
})

const demo = JSON.parse(readFileSync(process.env.CRM_DEMO_JSON, "utf8"))

test("openapi-typescript: the client calls the service", async () => {
  const { journey } = await import("./generated/out/clients/openapi-typescript.js")
  await journey(demo, assert)
})

test("@hey-api/openapi-ts: the client calls the service", async () => {
  const { journey } = await import("./generated/out/clients/hey-api.js")
  await journey(demo, assert)
})

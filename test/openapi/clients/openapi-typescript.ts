import type Assert from "node:assert/strict"
import createClient from "openapi-fetch"
import type { paths } from "../generated/schema"

export async function journey(demo: { url: string; apiKey: string }, assert: typeof Assert): Promise<void> {
  const client = createClient<paths>({ baseUrl: demo.url, headers: { Authorization: `Bearer ${demo.apiKey}` } })
  const sent = await client.POST("/v1/messages", { body: { to: "+14155550123", type: "template", templateName: "hello_world" } })
  assert.ok(sent.data, JSON.stringify(sent.error))
  const got = await client.GET("/v1/messages/{id}", { params: { path: { id: sent.data.messageId } } })
  assert.equal(got.data?.id, sent.data.messageId)

  const file = await client.POST("/v1/media", {
    body: { file: "" },
    bodySerializer: () => {
      const form = new FormData()
      form.set("file", new Blob(["Our terms."], { type: "text/plain" }), "note.txt")
      return form
    },
  })
  assert.equal(file.data?.filename, "note.txt", JSON.stringify(file.error))

  const page = await client.GET("/v1/messages", { params: { query: { limit: 1 } } })
  assert.equal(page.data?.data.length, 1, JSON.stringify(page.error))
  const next: string | null | undefined = page.data?.nextCursor
  assert.ok(next === null || typeof next === "string")

  const endpoint = await client.PUT("/v1/webhook-endpoints", { body: { url: "https://shop.example/generated", retrySchedule: [1, 60] } })
  assert.deepEqual(endpoint.data?.retrySchedule, [1, 60], JSON.stringify(endpoint.error))

  const content = await client.GET("/v1/media/{id}", { params: { path: { id: file.data?.id ?? "" } }, parseAs: "text" })
  assert.equal(content.data, "Our terms.")

  const refused = await client.POST("/v1/messages", { body: { to: "nobody", type: "template", templateName: "hello_world" } })
  const fault: { pointer?: string; detail: string; code: string } | undefined = refused.error?.errors?.[0]
  assert.equal(fault?.pointer, "/to", JSON.stringify(refused))
  assert.equal(refused.error?.status, refused.response.status)

  const settings = await client.GET("/v1/knowledge/settings")
  // @ts-expect-error: it may be null
  assert.throws(() => settings.data?.embeddings.model)
  assert.equal(settings.data?.embeddings?.model, undefined)
}

import type Assert from "node:assert/strict"
import { createClient, createConfig, formDataBodySerializer } from "../generated/client/client"
import { downloadMedia, getKnowledgeSettings, getMessage, listMessages, sendMessage, uploadMedia, upsertWebhookEndpoint } from "../generated/client"

export async function journey(demo: { url: string; apiKey: string }, assert: typeof Assert): Promise<void> {
  const client = createClient(createConfig({ baseUrl: demo.url, auth: () => demo.apiKey }))
  const sent = await sendMessage({ client, body: { to: "+14155550123", type: "template", templateName: "hello_world" } })
  assert.ok(sent.data, JSON.stringify(sent.error))
  const got = await getMessage({ client, path: { id: sent.data.messageId } })
  assert.equal(got.data?.id, sent.data.messageId)

  // This generator types the JSON form of a body alone; a form is given by its serializer.
  const file = await uploadMedia({
    client,
    ...formDataBodySerializer,
    headers: { "Content-Type": null } as never,
    body: { file: new File(["Our terms."], "note.txt", { type: "text/plain" }) } as never,
  })
  assert.equal(file.data?.filename, "note.txt", JSON.stringify(file.error))

  const page = await listMessages({ client, query: { limit: 1 } })
  assert.equal(page.data?.data.length, 1, JSON.stringify(page.error))
  const next: string | null | undefined = page.data?.nextCursor
  assert.ok(next === null || typeof next === "string")

  const endpoint = await upsertWebhookEndpoint({ client, body: { url: "https://shop.example/generated", retrySchedule: [1, 60] } })
  assert.deepEqual(endpoint.data?.retrySchedule, [1, 60], JSON.stringify(endpoint.error))

  const content = await downloadMedia({ client, path: { id: file.data?.id ?? "" }, parseAs: "text" })
  assert.equal(content.data as unknown, "Our terms.")

  const refused = await sendMessage({ client, body: { to: "nobody", type: "template", templateName: "hello_world" } })
  const fault: { pointer?: string; detail: string; code: string } | undefined = refused.error?.errors?.[0]
  assert.equal(fault?.pointer, "/to", JSON.stringify(refused.error))
  assert.equal(refused.error?.status, refused.response?.status)

  const settings = await getKnowledgeSettings({ client })
  // @ts-expect-error: it may be null
  assert.throws(() => settings.data?.embeddings.model)
  assert.equal(settings.data?.embeddings?.model, undefined)
}

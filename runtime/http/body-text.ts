/** Reads a body as UTF-8. undefined: it is over the limit, and the rest of it is not read. */
export async function readBodyText(
  body: AsyncIterable<Buffer>,
  max_bytes: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > max_bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

import { decode } from 'html-entities'

export type ReadMail = {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
  /** Addresses in both parts and in the headers, each once. */
  readonly links: readonly string[]
}

/** Reads a mail as a mail program does: unfolded headers, and the two parts that a digest has. */
export function readMail(source: string): ReadMail {
  const { headers, body } = splitPart(source)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary === undefined ? [{ headers, body }] : partsOf(body, boundary)
  const partOf = (type: string) => {
    const part = parts.find((one) => (one.headers['content-type'] ?? '').startsWith(type))
    return part === undefined ? '' : decodeBody(part.body, part.headers['content-transfer-encoding'])
  }
  const [text, html] = [partOf('text/plain'), partOf('text/html')]
  const linksIn = (place: string) => place.match(/https?:\/\/[^\s<>"]+/g) ?? []
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => decode(href))
  const links = [...linksIn(headers['list-unsubscribe'] ?? ''), ...linksIn(text), ...hrefs]
  return { headers, text, html, links: [...new Set(links)] }
}

function splitPart(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(headers), body: source.slice(end + 4) }
}

const partsOf = (body: string, boundary: string) =>
  body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, '')))

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

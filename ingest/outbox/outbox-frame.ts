type Headers = Readonly<Record<string, string>>

/** An event of an outbox row with all its headers. */
export type FramedEvent = { readonly headers: Headers; readonly value: Buffer }

/**
 * The content of a row: headers that all its events share, then the own headers and the value of each event, in
 * order.
 */
export type OutboxFrame = { readonly shared: Headers; readonly events: readonly FramedEvent[] }

/** A version byte, then each part after its length: the shared headers as JSON, and two parts for each event. */
const VERSION = 2
const LENGTH_BYTES = 4

export function frameEvents(events: readonly FramedEvent[]): Buffer {
  const shared = sharedHeaders(events)
  const parts: Buffer[] = [Buffer.from(JSON.stringify(shared))]
  for (const { headers, value } of events) {
    parts.push(Buffer.from(JSON.stringify(ownHeaders(headers, shared))), value)
  }
  const frame = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 1))
  let at = frame.writeUInt8(VERSION)
  for (const part of parts) {
    at = frame.writeUInt32BE(part.length, at)
    at += part.copy(frame, at)
  }
  return frame
}

/** Values share the memory of the frame. */
export function readFrame(frame: Buffer): OutboxFrame {
  if (frame[0] !== VERSION) throw new RangeError(`an outbox row begins with byte ${frame[0]}, not ${VERSION}`)
  let at = 1
  const next = (): Buffer => {
    const start = at + LENGTH_BYTES
    at = start + (start > frame.length ? LENGTH_BYTES : frame.readUInt32BE(at))
    if (at > frame.length) throw new RangeError('an outbox row ends within an event')
    return frame.subarray(start, at)
  }
  const headers = (): Headers => JSON.parse(next().toString('utf8')) as Headers
  const shared = headers()
  const events: FramedEvent[] = []
  while (at < frame.length) events.push({ headers: headers(), value: next() })
  return { shared, events }
}

export function unframeEvents(frame: Buffer): FramedEvent[] {
  const { shared, events } = readFrame(frame)
  return events.map(({ headers, value }) => ({ headers: { ...shared, ...headers }, value }))
}

function sharedHeaders([first, ...others]: readonly FramedEvent[]): Headers {
  const shared: Record<string, string> = {}
  for (const [name, text] of Object.entries(first?.headers ?? {})) {
    if (others.every(({ headers }) => headers[name] === text)) shared[name] = text
  }
  return shared
}

function ownHeaders(headers: Headers, shared: Headers): Headers {
  const own: Record<string, string> = {}
  for (const name of Object.keys(headers)) if (shared[name] === undefined) own[name] = headers[name]!
  return own
}

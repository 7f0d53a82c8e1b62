/** The events of one outbox row, in order: a version byte, then for each event its headers as JSON and its value. */
export type FramedEvent = { readonly headers: Record<string, string>; readonly value: Buffer }

const VERSION = 1
const LENGTH_BYTES = 4

export function frameEvents(events: readonly FramedEvent[]): Buffer {
  const parts = events.flatMap(({ headers, value }) => {
    const json = Buffer.from(JSON.stringify(headers))
    return [lengthOf(json), json, lengthOf(value), value]
  })
  return Buffer.concat([Buffer.of(VERSION), ...parts])
}

/** Values share the memory of the frame. */
export function unframeEvents(frame: Buffer): FramedEvent[] {
  if (frame[0] !== VERSION) throw new RangeError(`an outbox row begins with byte ${frame[0]}, not ${VERSION}`)
  const events: FramedEvent[] = []
  for (let at = 1; at < frame.length; ) {
    const headers = sliceAt(frame, at)
    const value = sliceAt(frame, at + LENGTH_BYTES + headers.length)
    events.push({ headers: JSON.parse(headers.toString('utf8')) as Record<string, string>, value })
    at += 2 * LENGTH_BYTES + headers.length + value.length
  }
  return events
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return length
}

function sliceAt(frame: Buffer, at: number): Buffer {
  const start = at + LENGTH_BYTES
  const end = start + frame.readUInt32BE(at)
  if (end > frame.length) throw new RangeError('an outbox row ends within an event')
  return frame.subarray(start, end)
}

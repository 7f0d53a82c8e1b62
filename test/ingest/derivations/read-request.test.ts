import { describe, expect, it } from 'vitest'
import { readRequest } from '../../../ingest/derivations/read-request.ts'
import { derivation } from '../../legislature/event-bodies.ts'

const [citation] = derivation().citations

describe('a request for a derivation', () => {
  it('is read with all that the event has, and without other members', () => {
    const wanted = derivation()
    expect(readRequest(JSON.stringify({ ...wanted, note: 'of a newer writer' }))).toEqual({
      kind: 'summary',
      language: 'en',
      derivation: wanted,
    })
  })

  it('counts places of quotes in Unicode characters', () => {
    const wanted = derivation({ citations: [{ section: '2', start: 7, end: 12, quote: 'a 🏠 5' }] })
    expect(readRequest(JSON.stringify(wanted))).toMatchObject({ derivation: wanted })
  })

  it('may ask for a removal', () => {
    expect(readRequest('{"kind": "summary", "language": "en", "removed": "its text was replaced"}')).toEqual({
      kind: 'summary',
      language: 'en',
      removed: 'its text was replaced',
    })
  })

  it.each([
    ['a list', [], 'body is [], not an object'],
    ['an unknown kind', { ...derivation(), kind: 'verdict' }, 'kind is "verdict"'],
    ['a language with spaces', { ...derivation(), language: 'plain English' }, 'language is "plain English"'],
    ['a method without a model', { ...derivation(), method: 'extractive' }, 'method is "extractive"'],
    ['no text', { ...derivation(), text: '' }, 'text is ""'],
    ['a text that is too long', { ...derivation(), text: 'a'.repeat(20_001) }, 'text is "aaa'],
    ['half of a character', { ...derivation(), text: 'fee \ud83d' }, 'text is "fee '],
    ['a content that is a text', { ...derivation(), content: 'fee' }, 'content is "fee"'],
    ['a content that is too large', { ...derivation(), content: { a: 'a'.repeat(300_000) } }, 'content is'],
    ['a hash of another form', { ...derivation(), text_sha256: 'A1' }, 'text_sha256 is "A1"'],
    ['a day as a time', { ...derivation(), generated_at: '2026-01-10' }, 'generated_at is "2026-01-10"'],
    ['no version of the prompt', { ...derivation(), prompt_version: 0 }, 'prompt_version is 0'],
    [
      'a quote that is not as long as its place',
      { ...derivation(), citations: [{ ...citation, end: citation!.start + 3 }] },
      'citations.quote is',
    ],
    ['a character that Postgres cannot store', { ...derivation(), text: 'a\0b' }, 'body is'],
  ])('is refused with %s, and the message names the field', (_name, body, message) => {
    expect(() => readRequest(JSON.stringify(body))).toThrow(
      expect.objectContaining({ code: 'record_invalid', message: expect.stringContaining(message) }),
    )
  })
})

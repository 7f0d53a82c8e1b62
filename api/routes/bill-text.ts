import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { BillText } from '../../schemas/http/bills/bill-text.ts'
import { IdPath, TextQuery } from '../../schemas/http/parameters.ts'
import { type ProblemError, problem } from '../http/problem.ts'
import { idParameter } from '../input/parameters.ts'
import { sendJson } from '../paging/collection.ts'
import { readText, type VersionContent } from '../read-model/bill/bill-texts.ts'
import { derivedContent } from '../read-model/texts/derived-content.ts'
import { sectionsInCharacters } from '../read-model/texts/section-characters.ts'
import { readStoredText } from '../read-model/texts/stored-text.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

export const billTextRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, objects, deriver, limits },
) => {
  /** The sections of the whole text, even if the answer has only its beginning: then `whole` is null. */
  async function readSections({ text, marked_sha256 }: VersionContent, whole: string | null) {
    const { extracted, media_type } = text!
    const reference = { extracted_sha256: extracted!.sha256, marked_sha256, media_type }
    const { result, method_version } = await derivedContent(deriver, 'sections', { text: reference })
    const words = whole ?? (await readStoredText(objects, extracted!.sha256, Number.POSITIVE_INFINITY)).text
    return { sections: sectionsInCharacters(result, words, marked_sha256 !== null), method_version }
  }

  app.get(
    '/bills/:id/text',
    {
      config: { problems: ['text_not_available'] },
      schema: {
        operationId: 'getBillText',
        summary: 'Plain text of the current version of a bill, its sections, and the address of its document',
        tags: ['Bills'],
        params: IdPath,
        querystring: TextQuery,
        response: answers(BillText),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { version: versionId, format } = request.query
      const found = await readText(model, idParameter(id), versionId)
      const bill = foundOwner(found, { kind: 'bill', id, location: pathWithId(request) })
      const { version } = bill
      if (version === null && versionId !== undefined) {
        throw problem(404, 'not_found', `The bill ${id} has no version ${versionId}.`)
      }
      const prefix = (request.routeOptions.url ?? '').split('/bills/', 1)[0]!
      const stored = version?.text
      if (stored?.extracted == null) throw notAvailable(version, prefix)
      const { extracted } = stored
      const { text, is_truncated } = await readStoredText(objects, extracted.sha256, limits.text_bytes_max)
      const { note, date, classification, kind } = version!
      const { sha256, bytes, media_type, url, invalid_url } = stored
      const answer = {
        bill_id: bill.id,
        bill_ocd_id: bill.ocd_id,
        version: { id: version!.id, kind, note, date, classification },
        is_current: version!.id === bill.latest_id,
        media_type,
        sha256,
        bytes,
        url,
        invalid_url,
        characters: extracted.characters,
        text,
        text_truncated: is_truncated,
        ...(format === 'sections' && (await readSections(version!, is_truncated ? null : text))),
        object: { href: `${prefix}/objects/${sha256}`, sha256, bytes, media_type },
        text_object: {
          href: `${prefix}/objects/${extracted.sha256}`,
          sha256: extracted.sha256,
          bytes: extracted.bytes,
          media_type: 'text/plain; charset=utf-8',
        },
        updated_at: version!.updated_at,
      }
      return sendJson(reply, JSON.stringify(answer))
    },
  )
}

/** Says what exists instead: a document without a plain text can be fetched. */
function notAvailable(version: VersionContent | null, prefix: string): ProblemError {
  const stored = version?.text ?? null
  if (stored === null) return problem(404, 'text_not_available', 'This service has no text of this bill.')
  return problem(
    404,
    'text_not_available',
    'The document has no plain text; it is stored as it was published.',
    {
      members: {
        reason: stored.no_text,
        object: {
          href: `${prefix}/objects/${stored.sha256}`,
          sha256: stored.sha256,
          bytes: stored.bytes,
          media_type: stored.media_type,
        },
      },
    },
  )
}

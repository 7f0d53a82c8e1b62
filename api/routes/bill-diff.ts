import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { htmlDiff } from '../../derive/diff-formats/html-diff.ts'
import { unifiedDiff } from '../../derive/diff-formats/unified-diff.ts'
import type { TextReference } from '../../derive/text/version-text.ts'
import { versionsBefore } from '../../runtime/versions/order-versions.ts'
import { BillVersionDiff, DiffPath, DiffQuery } from '../../schemas/http/bills/version-diff.ts'
import { problem } from '../http/problem.ts'
import { idParameter } from '../input/parameters.ts'
import { sendJson } from '../paging/collection.ts'
import { type ListedVersion, readTextVersions } from '../read-model/bill/text-versions.ts'
import { shownDiff } from '../read-model/texts/shown-diff.ts'
import { foundOwner } from '../read-schema/owner.ts'
import type { RouteContext } from './context.ts'
import { answers, pathWithId } from './route.ts'

export const billDiffRoutes: FastifyPluginAsyncTypebox<RouteContext> = async (
  app,
  { model, deriver, limits },
) => {
  app.get(
    '/bills/:id/versions/:version_id/diff',
    {
      config: { problems: ['text_not_available'] },
      schema: {
        operationId: 'getBillVersionDiff',
        summary: 'What changed in the text of a bill from one version to another',
        description:
          'With `format=html` the answer is `text/html`, with `format=unified` it is `text/plain`. In an answer over PAGE_BYTES, `ops` of the last sections are null.',
        tags: ['Bills'],
        params: DiffPath,
        querystring: DiffQuery,
        response: answers(BillVersionDiff, { text_types: ['text/html', 'text/plain'] }),
      },
    },
    async (request, reply) => {
      const { id, version_id } = request.params
      const { from: fromId, format } = request.query
      const { owner, versions } = await readTextVersions(model, idParameter(id))
      const location = (other: number) =>
        pathWithId(request)(other).replace(':version_id', encodeURIComponent(version_id))
      const bill = foundOwner(owner, { kind: 'bill', id, location })
      const pair = pairOf(versions, { to: version_id, from: fromId }, id)
      const texts = { from: pair.from.text, to: pair.to.text }
      const { result: diff, method_version } = await deriver.derive('diff', texts)
      const names = { from: pair.from.note, to: pair.to.note }
      if (format === 'html') {
        return reply.header('content-type', 'text/html; charset=utf-8').send(htmlDiff(diff, names))
      }
      if (format === 'unified') {
        const [from, to] = await Promise.all([
          deriver.derive('sections', { text: texts.from }),
          deriver.derive('sections', { text: texts.to }),
        ])
        const trees = { from: from.result, to: to.result }
        return reply.header('content-type', 'text/plain; charset=utf-8').send(unifiedDiff(trees, diff, names))
      }
      const shown = shownDiff(diff, limits.page_bytes)
      const answer = {
        bill_id: bill.id,
        bill_ocd_id: bill.ocd_id,
        from: nameOf(pair.from),
        to: nameOf(pair.to),
        ...shown,
        method_version,
      }
      return sendJson(reply, JSON.stringify(answer))
    },
  )
}

const nameOf = ({ id, note, date }: ListedVersion) => ({ id, note, date })

type VersionWithText = ListedVersion & { readonly text: TextReference }
const hasText = (version: ListedVersion): version is VersionWithText => version.text !== null

/** The two versions to compare. Throws the problem if one does not exist or has no text. */
function pairOf(
  versions: readonly ListedVersion[],
  wanted: { readonly to: string; readonly from: string | undefined },
  billId: string,
): { from: VersionWithText; to: VersionWithText } {
  const find = (versionId: string): VersionWithText => {
    const found = versions.find((version) => version.id === versionId)
    if (found === undefined)
      throw problem(404, 'not_found', `The bill ${billId} has no version ${versionId}.`)
    if (hasText(found)) return found
    throw problem(404, 'text_not_available', `This service has no text of the version ${versionId}.`)
  }
  const to = find(wanted.to)
  if (wanted.from !== undefined) return { from: find(wanted.from), to }
  const from = versionsBefore(versions.filter(hasText)).get(to.id)
  if (from !== undefined) return { from, to }
  throw problem(404, 'text_not_available', `No version with a text comes before ${wanted.to}.`)
}

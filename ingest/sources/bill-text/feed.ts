import { LegislogError } from '../../../schemas/errors.ts'
import { UpstreamError } from '../../fetch/http/upstream-error.ts'
import type { ArchivedDocument, Feed, Fetching } from '../../source-interface/feed.ts'
import type { MissingText, WantedBill } from '../../source-interface/wanted-texts.ts'
import { extractText } from '../../text-extraction/extract-text.ts'
import { fetchBulkTexts } from './bulk-feed.ts'
import { federalVersionIn, lawIn, lawPackage, packageOf } from './federal-package.ts'
import { linkName } from './link-name.ts'
import { extensionOf } from './media-type.ts'

/** The bulk data of GovInfo, then the addresses that bills name, wherever they are. */
export const billTextFeed: Feed = {
  address: 'https://www.govinfo.gov',
  address_setting: 'GOVINFO_URL',
  key: null,
  // Limit for each host.
  requests_per_minute: 60,
  interval_s: 6 * 60 * 60,
  async *fetch(fetching) {
    yield* fetchBulkTexts(fetching)
    yield* fetchWantedTexts(fetching)
  },
}

/** A host that failed this often in one run gets no more requests in that run. */
const MOST_FAILURES = 3
const BILLS_AT_ONCE = 50
/** A page that says that there is no text yet is a small one. */
const PLACEHOLDER_BYTES = 64 * 1024

/** Each failed text is stored with the reason and retried later. A failure does not end the run. */
async function* fetchWantedTexts(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { texts, log, setting } = fetching
  const failures = new Map<string, number>()
  let left = Number(setting('BILL_TEXT_BUDGET'))
  for (;;) {
    const bills = left > 0 ? await texts.next(BILLS_AT_ONCE) : []
    if (bills.length === 0) return
    for (const wanted of bills) {
      for (const links of wanted.texts) {
        if (left <= 0) {
          log.info('the budget of texts is used up: the rest is for the next run')
          return
        }
        left -= 1
        yield* fetchFirst(fetching, wanted, links, failures)
      }
      await texts.done(wanted)
    }
  }
}

/** Fetches the first of these addresses that has a document. */
async function* fetchFirst(
  fetching: Fetching,
  wanted: WantedBill,
  links: readonly MissingText[],
  failures: Map<string, number>,
): AsyncGenerator<ArchivedDocument> {
  for (const link of links) if (yield* fetchText(fetching, wanted, link, failures)) return
}

/** Returns whether a document came. */
async function* fetchText(
  { get, texts, log }: Fetching,
  { bill }: WantedBill,
  { url, media_type }: MissingText,
  failures: Map<string, number>,
): AsyncGenerator<ArchivedDocument, boolean> {
  const { host } = new URL(url)
  const failed = (failures.get(host) ?? 0) >= MOST_FAILURES
  try {
    if (failed)
      throw new LegislogError('upstream_unavailable', `${host} failed ${MOST_FAILURES} times in this run`)
    const answer = await get({ url, name: nameOf(url, bill, media_type), expects: expected(media_type) })
    const why =
      answer === null ? 'unchanged since the last request' : await placeholderOf(answer.body, media_type)
    if (answer === null || why !== null) {
      await texts.failed(url, why ?? '')
      return false
    }
    yield answer.document
    await texts.came(url)
    return true
  } catch (error) {
    if (!(error instanceof LegislogError) || !error.code.startsWith('upstream_')) throw error
    if (!isAnswered(error)) failures.set(host, (failures.get(host) ?? 0) + 1)
    log.info({ url, code: error.code, reason: error.message }, 'a text could not be fetched')
    await texts.failed(url, error.message)
    return false
  }
}

/** A host that says that it has no such document works well. */
const isAnswered = (error: LegislogError): boolean =>
  error instanceof UpstreamError && (error.fault.status === 404 || error.fault.status === 410)

/** Texts of Congress are identified by package, and all others by bill. */
function nameOf(url: string, bill: WantedBill['bill'], mediaType: string): string {
  const version = federalVersionIn(url)
  const law = lawIn(url)
  if (version !== null) return `${packageOf(version)}.${extensionOf(mediaType)}`
  if (law !== null && mediaType === 'text/xml') return `${lawPackage(law)}.xml`
  return linkName({ ...bill, url }, mediaType)
}

function expected(mediaType: string): 'xml' | 'html' | 'text' | 'pdf' {
  switch (mediaType) {
    case 'text/xml':
      return 'xml'
    case 'text/html':
      return 'html'
    case 'application/pdf':
      return 'pdf'
    default:
      return 'text'
  }
}

/** Gives the words of a placeholder document. Unreadable documents are left to the quarantine. */
async function placeholderOf(body: Buffer, mediaType: string): Promise<string | null> {
  if (body.length > PLACEHOLDER_BYTES) return null
  try {
    const extraction = await extractText(body, mediaType)
    return extraction.kind === 'absent' ? `no text yet: ${extraction.why}` : null
  } catch (error) {
    if (error instanceof LegislogError) return null
    throw error
  }
}

import type { Regulation } from '../../../schemas/event-bodies/regulation.ts'
import { findAgencyByName } from '../../../schemas/vocabulary/federal-agencies.ts'
import { isWithinReach } from '../../dates/possible-day.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { cfrReferences } from '../federal-documents/cfr-references.ts'
import { normalizeDocumentNumber } from '../federal-documents/document-number.ts'
import { REACH, UNITED_STATES } from '../federal-documents/eastern-day.ts'
import { createLeftOut } from '../mapping/left-out.ts'
import { invalid } from '../records/fields.ts'
import { splitDocketIds } from './docket-ids.ts'
import { keysOf } from './document-keys.ts'
import { effectiveDay, type Issue, type Printed } from './printed-day.ts'
import { childrenOf, findAll, type Node, textOfNode } from './xml-nodes.ts'

/** A newer answer of the API wins, because it has all of this and more. */
const PRINTED_RANK = 0

/** Maps a document of the daily XML. It describes comments only in prose, so the API supplies that part. */
export function mapPrinted(
  document: Printed,
  { publication_date, volume }: Issue,
  record: string,
): ObservationOf<'regulation'> {
  const printed = findAll(document.node, 'FRDOC').map(textOfNode).at(-1) ?? ''
  const number = normalizeDocumentNumber(/FR\s*Doc\.?\s*([^\s\]]+)/iu.exec(printed)?.[1] ?? '')
  if (number === null) throw invalid('FRDOC', printed, 'a document number')
  return {
    ...keysOf(number, publication_date, null),
    entity: 'regulation',
    discriminator: null,
    ocd_id: null,
    jurisdiction: UNITED_STATES,
    observed_at: publication_date,
    schema_rank: PRINTED_RANK,
    parts: { regulation: regulationOf(document, number, publication_date, volume) },
    bill: null,
    aliases: [{ scheme: 'federal-register', value: `${number} ${publication_date}` }],
    removed: null,
    record,
  }
}

const types: Readonly<Record<string, string>> = {
  RULE: 'rule',
  PRORULE: 'proposed_rule',
  NOTICE: 'notice',
  PRESDOCU: 'presidential_document',
}

function regulationOf(
  { kind, node, start_page, end_page }: Printed,
  documentNumber: string,
  publicationDate: string,
  volume: string,
): Regulation {
  const preamble = childrenOf(node, 'PREAMB')[0]
  const dates = paragraphsOf(childrenOf(preamble, 'DATES', 'EFFDATE'))
  const printedDockets = childrenOf(preamble, 'DEPDOC').map((one) =>
    textOfNode(one).replaceAll(/^\[|\]$/gu, ''),
  )
  const { docket_ids, rins } = splitDocketIds([
    ...printedDockets,
    ...childrenOf(preamble, 'RIN').map(textOfNode),
  ])
  const isPresidential = kind === 'PRESDOCU'
  const effective = effectiveDay(dates)
  const leftOut = createLeftOut()
  const isPossible = (day: string): boolean => isWithinReach(day, publicationDate, REACH)
  return {
    jurisdiction: UNITED_STATES,
    document_number: documentNumber,
    publication_date: publicationDate,
    type: types[kind]!,
    subtype: isPresidential ? subtypeOf(node) : null,
    title: titleOf(node, preamble),
    abstract: emptyIsNull(paragraphsOf(childrenOf(preamble, 'SUM'))),
    action: emptyIsNull(paragraphsOf(childrenOf(preamble, 'ACT'))),
    citation: start_page === null || volume === '' ? null : `${volume} FR ${start_page}`,
    agencies: agenciesOf(
      isPresidential
        ? ['Executive Office of the President']
        : childrenOf(preamble, 'AGENCY', 'SUBAGY').map(textOfNode),
    ),
    docket_ids: [...docket_ids],
    rins: [...rins],
    cfr_references: childrenOf(preamble, 'CFR').flatMap((one) => cfrReferences(textOfNode(one))),
    topics: topicsOf(node),
    effective_on:
      kind === 'RULE' ? leftOut.day('effective_on', effective.printed, effective.day, isPossible) : null,
    signing_on: null,
    significant: null,
    state: 'published',
    correction_of: null,
    html_url: `https://www.federalregister.gov/d/${documentNumber}`,
    pdf_url: `https://www.govinfo.gov/content/pkg/FR-${publicationDate}/pdf/${documentNumber}.pdf`,
    text_url: null,
    start_page,
    end_page,
    extras: {
      ...(dates !== '' && { dates }),
      ...(printedDockets.length > 0 && { docket_ids_as_printed: printedDockets }),
      ...(volume !== '' && { volume }),
      ...leftOut.extras(),
    },
  }
}

const emptyIsNull = (text: string): string | null => (text === '' ? null : text)

/** Removes the label before the text: `DATES:`, `SUMMARY:`. */
function paragraphsOf(sections: readonly Node[]): string {
  const paragraphs = sections.flatMap((section) => childrenOf(section, 'P', 'FP')).map(textOfNode)
  return paragraphs.filter((text) => text !== '').join('\n')
}

function titleOf(node: Node, preamble: Node | undefined): string {
  const subject = preamble === undefined ? undefined : childrenOf(preamble, 'SUBJECT')[0]
  const title =
    subject ?? findAll(node, 'HD')[0] ?? findAll(node, 'PROC', 'EXECORDR', 'PRNOTICE', 'TITLE3')[0]
  const text = title === undefined ? '' : textOfNode(title)
  if (text === '') throw invalid('SUBJECT', text, 'a title')
  return text
}

const subtypes: Readonly<Record<string, string>> = {
  PROCLA: 'Proclamation',
  EXECORD: 'Executive Order',
  DETERM: 'Determination',
  PRMEMO: 'Memorandum',
  PRNOTICE: 'Notice',
  PRORDER: 'Presidential Order',
}

function subtypeOf(node: Node): string | null {
  return node.children.map(({ tag }) => subtypes[tag]).find((subtype) => subtype !== undefined) ?? null
}

/** Names are printed in capitals and in varying word order. Each agency is listed once. */
function agenciesOf(printed: readonly string[]): Regulation['agencies'] {
  const byName = new Map<string, Regulation['agencies'][number]>()
  for (const text of printed) {
    const agency = findAgencyByName(text)
    const name = agency?.name ?? text
    if (name !== '')
      byName.set(name, { name, slug: agency?.slug ?? null, source_id: null, parent_source_id: null })
  }
  return [...byName.values()]
}

/** `Administrative practice and procedure, Banks, Banking.` */
function topicsOf(node: Node): string[] {
  const lists = findAll(node, 'LSTSUB')
    .flatMap((list) => childrenOf(list, 'P'))
    .map(textOfNode)
  const topics = lists.flatMap((list) => list.replace(/\.$/u, '').split(/\s*[,;]\s+(?:and\s+)?/u))
  return [...new Set(topics.filter((topic) => topic !== ''))]
}

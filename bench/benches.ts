import { LegislogError } from '../schemas/errors.ts'

/** A benchmark prints a table of what it measured; its arguments are paths and numbers, and options such as `--split <day>`. */
export type Bench = {
  readonly does: string
  readonly args: readonly string[]
  readonly load: () => Promise<(...args: string[]) => Promise<string>>
}

/** Every benchmark and report of `legislog bench`. A new one gets an entry here. */
export const benches: Readonly<Record<string, Bench>> = {
  'openstates-counts': {
    does: 'what a folder of scraper output gives, by jurisdiction, into bench/openstates-counts.md',
    args: ['people', 'folder'],
    load: async () => (await import('./reports/openstates-counts.ts')).countOpenStates,
  },
  'session-ends': {
    does: 'close every session of a folder on its last day, in memory, and count the statuses of its bills before and then',
    args: ['source', 'folder'],
    load: async () => (await import('./reports/session-ends.ts')).reportSessionEnds,
  },
  'measure-corpus': {
    does: 'fold a folder of real data into the numbers that bench generate draws from',
    args: ['data'],
    load: async () => (await import('../corpus/measure/measure-corpus.ts')).measureProfile,
  },
  generate: {
    does: 'write a synthetic corpus of so many bills into the empty topics that the settings name',
    args: ['bills', 'seed'],
    load: async () => (await import('./generate.ts')).benchGenerate,
  },
  pages: {
    does: 'a page of 500 bills as HTML, JSON and CSV, beside a list of the API of the same size, into bench/RESULTS.md',
    args: [],
    load: async () => (await import('./pages/bench-pages.ts')).benchPages,
  },
  'first-view': {
    does: 'bytes and time of a first visit of pages and widgets in Chromium with a slow processor, on the loaded database, into bench/RESULTS.md',
    args: [],
    load: async () => (await import('./story/bench-first-view.ts')).benchFirstView,
  },
  console: {
    does: 'pages of the console on the loaded database: the time of the server, and bytes and time of a first visit in Chromium with a slow processor, into bench/RESULTS.md',
    args: [],
    load: async () => (await import('./story/bench-console.ts')).benchConsole,
  },
  'console-pictures': {
    does: 'pictures of the console on the loaded sample, for docs/getting-started',
    args: ['folder'],
    load: async () => (await import('./story/bench-console-pictures.ts')).benchConsolePictures,
  },
  story: {
    does: 'walk through sheet, page, widget, sign-up and lead in Chromium on the loaded database, with axe, and leave pictures in a folder: all, or those of the guides',
    args: ['folder', 'all|guides'],
    load: async () => (await import('./story/bench-story.ts')).benchStory,
  },
  rebuild: {
    does: 'load and indexes of a rebuild, stage by stage, beside the cheapest read, COPY and index build of the same, into bench/RESULTS.md',
    args: ['bills|held'],
    load: async () => (await import('./rebuild.ts')).benchRebuild,
  },
  derive: {
    does: 'what results derived from texts cost, by method, in a fill and while nothing changes, into bench/RESULTS.md',
    args: ['govinfo-bill-text|bill-texts', 'bills'],
    load: async () => (await import('./derive/bench-derive.ts')).benchDerive,
  },
  lda: {
    does: 'lobbying filings of an archive a second, beside a plain parse of the same bytes, and the memory of reading it 200 times, into bench/RESULTS.md',
    args: ['archive'],
    load: async () => (await import('./lda/bench-lda.ts')).benchLda,
  },
  summaries: {
    does: 'summaries without a model: their methods, ROUGE-1, quotes and numbers, into bench/RESULTS.md; and 50 to read, drawn by the seed',
    args: ['seed'],
    load: async () => (await import('./derive/bench-summaries.ts')).benchSummaries,
  },
  copycats: {
    does: 'shared passages of labeled bills and planted copies, and the time against 2,500 models and an index of so many generated bills (0: none), into bench/RESULTS.md',
    args: ['bills'],
    load: async () => (await import('./copycats/bench-copycats.ts')).benchCopycats,
  },
  similar: {
    does: 'similar bills on the judged sets, with the model of EMBEDDINGS_MODEL and without one, and their cost, into bench/RESULTS.md',
    args: [],
    load: async () => (await import('./similar/bench-similar.ts')).benchSimilar,
  },
  targets: {
    does: 'hide what organizations did after a day, rank with the rest, and compare with popularity: generated and real filings, into bench/RESULTS.md',
    args: ['--split <day>'],
    load: async () => (await import('./targets/bench-targets.ts')).benchTargets,
  },
  'targets-speed': {
    does: 'targets, outreach and prospects over HTTP, with so many bills and filings in the database, into bench/RESULTS.md',
    args: ['bills', 'filings'],
    load: async () => (await import('./targets/bench-targets-speed.ts')).benchTargetsSpeed,
  },
  'similar-lists': {
    does: 'what a list of similar bills costs among so many bills, with the model of EMBEDDINGS_MODEL and without one, into bench/RESULTS.md',
    args: ['bills'],
    load: async () => (await import('./similar/list-cost.ts')).benchSimilarLists,
  },
  'word-counts': {
    does: 'count in how many real bills each word occurs, into derive/similar/words/word-counts.json',
    args: [],
    load: async () => (await import('./similar/count-words.ts')).countWords,
  },
  latency: {
    does: 'from the commit of an event to a reader who sees it and to its webhook, under live news, into bench/RESULTS.md',
    args: ['bills|held', 'events a second', 'seconds'],
    load: async () => (await import('./latency.ts')).benchLatency,
  },
  full: {
    does: 'the acceptance run: first load, then a rebuild, swap and rollback under reads and news, into bench/RESULTS.md',
    args: ['bills|held', 'events a second', 'reads a second', 'floor|no-floor'],
    load: async () => (await import('./full.ts')).benchFull,
  },
  live: {
    does: 'the live projectors over a generated log, beside one message, one upsert, one commit, into bench/RESULTS.md',
    args: ['bills'],
    load: async () => (await import('./live.ts')).benchLive,
  },
  crawl: {
    does: 'a whole updated_since crawl over the API, beside COPY of the same rows, into bench/RESULTS.md',
    args: ['bills|held'],
    load: async () => (await import('./crawl.ts')).benchCrawl,
  },
  load: {
    does: 'what loading a folder of scraper output costs, stage by stage and as a whole, into bench/RESULTS.md',
    args: ['folder'],
    load: async () => (await import('./load.ts')).benchLoad,
  },
  peers: {
    does: 'legislog and a peer in turn on one machine: the Open States importer, an API or a sender of webhooks, over states such as de,id, into bench/RESULTS.md',
    args: ['importer|api|webhooks', 'data', 'states', 'rounds'],
    load: async () => (await import('./peers/bench-peers.ts')).benchPeers,
  },
  sources: {
    does: 'every folder of real data through its source: what goes in and comes out, and how fast, into bench/source-counts.md and bench/RESULTS.md',
    args: ['data'],
    load: async () => (await import('./reports/sources.ts')).benchSources,
  },
  'ingest-memory': {
    does: 'memory of the process over one run of a million records, into bench/RESULTS.md',
    args: ['folder'],
    load: async () => (await import('./ingest-memory.ts')).benchIngestMemory,
  },
  walk: {
    does: 'walk every page of bills and ask for each by id: none twice, none missing',
    args: ['small state'],
    load: async () => (await import('./reports/walk-bills.ts')).walkBills,
  },
  deliveries: {
    does: 'how fast one dispatcher drains a backlog, beside raw undici, and how late webhooks are, for 1 and 20 endpoints, one of them slow, into bench/RESULTS.md',
    args: ['deliveries', 'seconds'],
    load: async () => (await import('./deliveries/bench-deliveries.ts')).benchDeliveries,
  },
  alerts: {
    does: 'take so many events for so many subscriptions, write their digests and mail them, beside the cheapest way to do the same, into bench/RESULTS.md',
    args: ['bills|held', 'subscriptions', 'events'],
    load: async () => (await import('./alerts/bench-alerts.ts')).benchAlerts,
  },
  recovery: {
    does: 'how soon an endpoint has everything after it answered 500 for so many seconds, three times, into bench/RESULTS.md',
    args: ['events a second', 'seconds'],
    load: async () => (await import('./recovery.ts')).benchRecovery,
  },
  read: {
    does: 'the same log read by our own source, by kafkajs and by another client, into bench/RESULTS.md',
    args: ['bills'],
    load: async () => (await import('./read.ts')).benchRead,
  },
  idle: {
    does: 'what the long-running services take while nothing happens, into bench/RESULTS.md',
    args: [],
    load: async () => (await import('./idle.ts')).benchIdle,
  },
  'small-run': {
    does: 'a run of ingest with one changed bill, until Kafka has the event, beside the floor and another checkout, into bench/RESULTS.md',
    args: ['checkout|none'],
    load: async () => (await import('./load/small-run.ts')).benchSmallRun,
  },
  scale: {
    does: 'one, two, three projectors and relays over a generated corpus, and what the watermark costs, into bench/RESULTS.md',
    args: ['bills'],
    load: async () => (await import('./scale.ts')).benchScale,
  },
  parsers: {
    does: 'parts of hand-labeled addresses that our parser and three others read exactly, and the CPU time of an address, into bench/RESULTS.md',
    args: ['data'],
    load: async () => (await import('./parsers/compare-parsers.ts')).benchParsers,
  },
  lookup: {
    does: 'address lookups over generated ranges: load, rate and latency through the API, beside the tiger geocoder of PostGIS, into bench/RESULTS.md',
    args: ['ranges', 'ranges of the geocoder', 'keep|drop'],
    load: async () => (await import('./lookup/compare-lookups.ts')).benchLookup,
  },
  changes: {
    does: 'the share of each kind of change sentence over the real texts, and a draw of summaries and value swaps for a reader to check',
    args: ['seed'],
    load: async () => (await import('./derive/draw-changes.ts')).drawChanges,
  },
  questions: {
    does: 'how well questions in plain language are answered, on judged questions over the real bills, into bench/RESULTS.md',
    args: ['data', 'judged'],
    load: async () => (await import('./questions/bench-questions.ts')).benchQuestions,
  },
  'judging-sheet': {
    does: 'the first bills of all methods for each question of test/judged, in an order of the seed, into a sheet for a judge',
    args: ['data', 'seed', 'sheet'],
    load: async () => (await import('./questions/judge-questions.ts')).writeSheet,
  },
  synonyms: {
    does: 'the real bills with each term of each group of synonyms, with titles for a reader to check',
    args: ['data'],
    load: async () => (await import('./questions/count-synonyms.ts')).countSynonyms,
  },
  judgments: {
    does: 'add the judgments of a sheet to test/judged/judgments.json',
    args: ['sheet'],
    load: async () => (await import('./questions/judge-questions.ts')).recordSheet,
  },
  'search-corpus': {
    does: 'make and keep a database of so many generated bills, a twentieth with texts, for bench search',
    args: ['bills'],
    load: async () => (await import('./search/corpus/load-search-corpus.ts')).loadSearchCorpus,
  },
  search: {
    does: 'twelve kinds of searches by words over HTTP, exact and as in 0.1.0, with their waits and the share of right answers, into bench/RESULTS.md',
    args: ['bills|held', 'first kind', 'last kind'],
    load: async () => (await import('./search/bench-search.ts')).benchSearch,
  },
  widgets: {
    does: 'what visitors of widgets get, beside the list of the API with as many of so many generated bills, into bench/RESULTS.md',
    args: ['bills|held'],
    load: async () => (await import('./widgets/bench-widgets.ts')).benchWidgets,
  },
  list: {
    does: 'pages and details through an API of its own on the loaded database, beside pgbench, into bench/RESULTS.md',
    args: [],
    load: async () => (await import('./list.ts')).benchList,
  },
}

export function findBench(benches: Readonly<Record<string, Bench>>, name: string): Bench {
  const bench = benches[name]
  if (bench !== undefined) return bench
  const names = Object.keys(benches).join(', ')
  throw new LegislogError('usage', `no benchmark is called ${JSON.stringify(name)}; there are: ${names}`)
}

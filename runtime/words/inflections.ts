/**
 * Words of bills that the dictionary's rules get wrong. They were found by reading the words of 64,044 real bills, most
 * frequent first.
 */

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** Words that look like a form of another word but are not: `housing` is not a form of `house`. */
export const ownWords: ReadonlySet<string> = new Set([
  ...words(`
    according accounting acting aging being bearing bedding beginning billing binding boarding bonding boxing
    breeding building caring casting charging clothing concerning cooling crossing dating dressing dwelling during
    engineering evening excluding finding firing following footing founding gaming grooming heading hearing holding
    housing including landing leading living lodging marketing meaning meeting missing morning notwithstanding nursing
    offering outstanding packaging parking pending pertaining planning plumbing proceeding racing rating regarding
    relating revolving roofing ruling setting shipping siding sporting standing stocking timing trafficking training
    understanding wedding`),
  ...words('arkansas illinois kansas massachusetts texas'),
  ...words(
    'alias arms corps customs fed goods led means media news proceeds remains series species thanks trans united',
  ),
])

/** Irregular forms. Only these: the nouns `ground` and `wound` are not forms of `grind` and `wind`. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  words(`
    children:child childrens:child womens:woman mens:man grandchildren:grandchild stepchildren:stepchild women:woman men:man feet:foot teeth:tooth mice:mouse
    geese:goose people:person criteria:criterion curricula:curriculum memoranda:memorandum referenda:referendum
    alumni:alumnus crises:crisis analyses:analysis diagnoses:diagnosis prostheses:prosthesis lives:life wolves:wolf
    knives:knife wives:wife midwives:midwife calves:calf shelves:shelf leaves:leave does:do crosses:cross
    attaches:attach sited:site siting:site monies:money moneys:money
    brought:bring broken:break built:build chosen:choose drawn:draw driven:drive forbidden:forbid frozen:freeze
    given:give grown:grow heard:hear held:hold hidden:hide kept:keep known:know lost:lose made:make overseen:oversee
    paid:pay prepaid:prepay proven:prove repaid:repay sent:send shown:show sold:sell sought:seek spent:spend
    stolen:steal sworn:swear taken:take taught:teach thrown:throw undertaken:undertake won:win withdrawn:withdraw
    withheld:withhold written:write`).map((pair) => pair.split(':') as [string, string]),
)

/**
 * With these before it, a word of the dictionary becomes one that the dictionary may lack: `reauthorized`,
 * `nonmembers`.
 */
export const prefixes = words(
  'counter cyber inter micro multi non over post pre re semi sub tele trans un under anti co de dis mis',
)

/**
 * Prefixes that are also printed as separate words: `non compete`. Not `over`: `over time` is not `overtime`.
 */
export const apartPrefixes: ReadonlySet<string> = new Set(
  words('anti counter cyber micro multi non post pre semi sub tele'),
)

/**
 * Words that are printed as one word and as two: `health care` 2,074 times and `healthcare` 427, `fire fighter` 15 and
 * `firefighter` 341. The key is the one word.
 */
export const compounds: ReadonlyMap<string, readonly [first: string, second: string]> = new Map(
  words(`
    after-school bed-bug care-giver case-worker cell-phone child-birth child-care city-wide council-member county-wide
    course-work cyber-security data-center day-care deep-fake fire-fighter fire-fighting fresh-water fund-raising
    green-house ground-water health-care home-buyer home-care home-owner home-ownership home-school land-owner life-long
    micro-grid park-land pay-day policy-holder rail-road record-keeping ride-share seat-belt service-member smart-phone
    state-wide still-birth storm-water task-force time-frame video-conferencing waste-water web-site well-being
    work-force work-group work-site work-week`).map((pair) => {
    const [first, second] = pair.split('-') as [string, string]
    return [first + second, [first, second]]
  }),
)

/** Words too frequent to be searched for. In a phrase they keep their place. */
export const stopWords: ReadonlySet<string> = new Set(
  words(`
    a about after all also am an and any are as at be been before being both but by can could did do does doing for from
    further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor
    not of off on once only or other our out over own same she should so some such than that the their them then there
    these they this those through to too under until up upon very was we were what when where which while who whom why
    will with would you your`),
)

/**
 * All issues of federal lobbying filings, with words that mean them in a subject or title of a bill: whole words, as a regular
 * expression, in lower case. The words are those of the policy areas of Congress, of the subjects of state legislatures
 * and of the tags of Massachusetts.
 */
export const issues: Readonly<Record<string, { readonly name: string; readonly words: string }>> = {
  ACC: { name: 'Accounting', words: 'accounting|accountants?|audits?|auditing' },
  ADV: { name: 'Advertising', words: 'advertis\\w*|marketing' },
  AER: { name: 'Aerospace', words: 'aerospace|space exploration|spaceports?' },
  AGR: {
    name: 'Agriculture',
    words: 'agricultur\\w*|farm(?:s|ing|ers?|land)?|crops?|livestock|dairy|pesticides?|hemp',
  },
  ALC: {
    name: 'Alcohol & Drug Abuse',
    words:
      'substance (?:use|abuse)|drug (?:abuse|use)|opioids?|alcoholism|addiction|overdoses?|drug, alcohol, tobacco use',
  },
  ANI: { name: 'Animals', words: 'animals?|pets?|wildlife|veterinar\\w*|dogs?|endangered species' },
  APP: { name: 'Apparel/Clothing Industry/Textiles', words: 'apparel|clothing|textiles?' },
  ART: { name: 'Arts/Entertainment', words: 'arts?|culture|entertainment|museums?|film' },
  AUT: {
    name: 'Automotive Industry',
    words: 'automotive|automobiles?|motor vehicles?|vehicle dealers?|electric vehicles?',
  },
  AVI: { name: 'Aviation/Aircraft/Airlines', words: 'aviation|aircraft|airports?|airlines?|drones?' },
  BAN: { name: 'Banking', words: 'bank(?:s|ing)?|credit unions?|lending|loans?|debt collection' },
  BNK: { name: 'Bankruptcy', words: 'bankruptc\\w*' },
  BEV: { name: 'Beverage Industry', words: 'beverages?|liquor|wine|beer|alcoholic' },
  BUD: { name: 'Budget/Appropriations', words: 'budget\\w*|appropriations?|trust funds?' },
  CAW: {
    name: 'Clean Air & Water (Quality)',
    words: 'air quality|clean air|clean water|water quality|emissions?',
  },
  CDT: { name: 'Commodities (Big Ticket)', words: 'commodit\\w*' },
  CHM: { name: 'Chemicals/Chemical Industry', words: 'chemicals?|toxic substances|pfas' },
  CIV: {
    name: 'Civil Rights/Civil Liberties',
    words: 'civil rights|civil liberties|discrimination|privacy|voting rights|human rights|minority issues',
  },
  COM: { name: 'Communications/Broadcasting/Radio/TV', words: 'broadcast\\w*|radio|television|cable tv' },
  CON: { name: 'Constitution', words: 'constitution\\w*' },
  CPI: {
    name: 'Computer Industry',
    words: 'computers?|software|cybersecurity|internet|artificial intelligence|information technology|data',
  },
  CPT: {
    name: 'Copyright/Patent/Trademark',
    words: 'copyrights?|patents?|trademarks?|intellectual property',
  },
  CSP: { name: 'Consumer Issues/Safety/Protection', words: 'consumers?|product safety|consumer protection' },
  DEF: { name: 'Defense', words: 'defense|armed forces|military|national guard|national security' },
  DIS: {
    name: 'Disaster Planning/Emergencies',
    words: 'disasters?|emergenc(?:y|ies)|emergency management|hazards',
  },
  DOC: { name: 'District of Columbia', words: 'district of columbia' },
  ECN: { name: 'Economics/Economic Development', words: 'econom\\w*|economic development' },
  EDU: {
    name: 'Education',
    words: 'education\\w*|schools?|students?|teachers?|colleges?|universit(?:y|ies)|curricul\\w*',
  },
  ENG: { name: 'Energy/Nuclear', words: 'energy|nuclear|electricity|solar|renewable' },
  ENV: {
    name: 'Environmental/Superfund',
    words: 'environment\\w*|pollution|climate|superfund|conservation|wetlands',
  },
  FAM: {
    name: 'Family Issues/Abortion/Adoption',
    words: 'famil(?:y|ies)|abortion|adoption|foster care|child\\w*|minors|parent\\w*|marriage',
  },
  FIN: {
    name: 'Financial Institutions/Investments/Securities',
    words: 'securities|investments?|financial|finance|corporations?|cryptocurrency',
  },
  FIR: { name: 'Firearms/Guns/Ammunition', words: 'firearms?|guns?|ammunition|weapons?' },
  FOO: { name: 'Food Industry (Safety, Labeling, etc.)', words: 'food|nutrition|restaurants?' },
  FOR: {
    name: 'Foreign Relations',
    words: 'foreign (?:relations|affairs|policy|aid)|international affairs|treat(?:y|ies)',
  },
  FUE: { name: 'Fuel/Gas/Oil', words: 'fuels?|oil|gas|petroleum|gasoline|pipelines?' },
  GAM: { name: 'Gaming/Gambling/Casino', words: 'gaming|gambling|casinos?|lotter(?:y|ies)|betting' },
  GOV: {
    name: 'Government Issues',
    words: 'government operations|government|state agencies|public contracts|procurement|public employees',
  },
  HCR: {
    name: 'Health Issues',
    words: 'health\\w*|hospitals?|medical|nurs(?:es|ing)|physicians?|mental|dental',
  },
  HOM: { name: 'Homeland Security', words: 'homeland security|terrorism|border security' },
  HOU: { name: 'Housing', words: 'housing|landlords?|tenants?|homeless\\w*|mortgages?' },
  IMM: { name: 'Immigration', words: 'immigra\\w*|refugees?|asylum|aliens?|visas?' },
  IND: {
    name: 'Indian/Native American Affairs',
    words: 'native americans?|indians?|tribes?|tribal|alaska natives?',
  },
  INS: { name: 'Insurance', words: 'insurance|insurers?' },
  INT: { name: 'Intelligence and Surveillance', words: 'intelligence|surveillance|espionage' },
  LAW: {
    name: 'Law Enforcement/Crime/Criminal Justice',
    words:
      'crim\\w*|law enforcement|police|prisons?|correction(?:s|al)|courts?|sentenc\\w*|felon\\w*|misdemeanors?',
  },
  LBR: {
    name: 'Labor Issues/Antitrust/Workplace',
    words: 'labor|employ(?:ment|ees?|ers?)|wages?|workers?|workplace|antitrust|unions?|salaries',
  },
  MAN: { name: 'Manufacturing', words: 'manufactur\\w*|industr(?:y|ies)' },
  MAR: {
    name: 'Marine/Maritime/Boating/Fisheries',
    words: 'marine|maritime|boat\\w*|fisher(?:y|ies)|fishing|coastal|ports?',
  },
  MED: {
    name: 'Medical/Disease Research/Clinical Labs',
    words: 'medical research|diseases?|clinical|cancer|laborator(?:y|ies)',
  },
  MIA: { name: 'Media (Information/Publishing)', words: 'media|newspapers?|publishing|libraries' },
  MMM: { name: 'Medicare/Medicaid', words: 'medicare|medicaid' },
  MON: { name: 'Minting/Money/Gold Standard', words: 'currency|coins?|minting|gold' },
  NAT: {
    name: 'Natural Resources',
    words: 'natural resources|public lands|forest\\w*|mining|minerals|water resources|parks?|hunting',
  },
  PHA: { name: 'Pharmacy', words: 'pharmac\\w*|prescription drugs?|drug safety|drug pricing' },
  POS: { name: 'Postal', words: 'postal|mail' },
  REL: { name: 'Religion', words: 'religio\\w*|churches' },
  RES: {
    name: 'Real Estate/Land Use/Conservation',
    words: 'real estate|real property|land|land use|zoning|property rights',
  },
  RET: { name: 'Retirement', words: 'retire\\w*|pensions?|social security' },
  ROD: { name: 'Roads/Highway', words: 'roads?|highways?|bridges?' },
  RRR: { name: 'Railroads', words: 'railroads?|rail' },
  SCI: { name: 'Science/Technology', words: 'science|technolog\\w*|research' },
  SMB: { name: 'Small Business', words: 'small business(?:es)?' },
  SPO: { name: 'Sports/Athletics', words: 'sports?|athletic\\w*|stadiums?' },
  TAR: { name: 'Miscellaneous Tariff Bills', words: 'tariffs?|duty suspension' },
  TAX: { name: 'Taxation/Internal Revenue Code', words: 'tax\\w*|revenue' },
  TEC: { name: 'Telecommunications', words: 'telecommunications?|telephones?|wireless|broadband' },
  TOB: { name: 'Tobacco', words: 'tobacco|vap(?:ing|or)|cigarettes?' },
  TOR: { name: 'Torts', words: 'torts?|civil actions?|liability|malpractice|lawsuits?' },
  TOU: { name: 'Travel/Tourism', words: 'travel|tourism|hotels?|lodging' },
  TRA: { name: 'Transportation', words: 'transport\\w*|transit|traffic|driv(?:ers?|ing)' },
  TRD: {
    name: 'Trade (Domestic & Foreign)',
    words: 'foreign trade|international trade|trade|exports?|imports?',
  },
  TRU: { name: 'Trucking/Shipping', words: 'truck\\w*|shipping|motor carriers?' },
  UNM: { name: 'Unemployment', words: 'unemployment' },
  URB: {
    name: 'Urban Development/Municipalities',
    words: 'urban|municipal\\w*|cit(?:y|ies)|count(?:y|ies)|local government',
  },
  UTI: { name: 'Utilities', words: 'utilit(?:y|ies)|public service commission' },
  VET: { name: 'Veterans', words: 'veterans?' },
  WAS: { name: 'Waste (hazardous/solid/interstate/nuclear)', words: 'waste|wastes|recycling|landfills?' },
  WEL: { name: 'Welfare', words: 'welfare|public assistance|social services|food assistance|poverty' },
}

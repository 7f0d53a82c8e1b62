/** Taxes, work, housing, business, insurance. */
export const money = `
  minimum wage 125 > living wage 9
  tip credit 1 | tipped employee 7 | tipped wage 1
  paid family leave 27 | family and medical leave 35 | paid parental leave 7 | fmla 4
  paid time off 6 | paid sick leave 20 | earned sick time 3
  noncompete 14 | covenant not to compete 5 | restrictive covenant 13
  gig worker 0 > independent contractor 23 | transportation network 40 | delivery network 12
  right to work 8 | union security 0
  labor union 9 | collective bargaining 152 | labor organization 50
  unemployment benefit 47 | unemployment compensation 64 | unemployment insurance 85
  workers compensation 275 | workmens compensation 0
  pay gap 4 | equal pay 11 | pay equity 8 | wage discrimination 4
  wage theft 10 | unpaid wage 3
  child labor 24 | employment of minor 10 | youth employment 10
  salary history 0 > wage history 2
  pay transparency 3 | wage transparency 1 | salary range 2
  prevailing wage 56 > public work 121
  universal basic income 8 | ubi 0 | guaranteed income 5 | guaranteed basic income 0
  earned income tax credit 18 | eitc 1
  property tax relief 59 > homestead exemption 101
  homestead exemption 101 | homestead credit 8
  sales tax holiday 15 | tax free weekend 0
  estate tax 59 | inheritance tax 14 | death tax 3
  gas tax 6 | motor fuel tax 42 | fuel excise tax 0
  tax increment financing 48 | tif 16
  low income housing tax credit 17 | lihtc 5
  accessory dwelling unit 49 | adu 3 | granny flat 0
  homeowners association 67 | hoa 12 | common interest community 22
  condominium 86 > common interest community 22
  mobile home 70 | manufactured home 54 | manufactured housing 12
  rent control 35 | rent stabilization 16 | rent increase 44
  landlord 343 | lessor 19 | rental property owner 6
  tenant 445 | renter 38 | lessee 43
  eviction 103 | unlawful detainer 5 | summary ejectment 0
  security deposit 28 > rental deposit 2
  homeless 102 | homelessness 82 | unhoused 12
  squatter 9 | unlawful occupant 5 | unauthorized occupant 1
  short term rental 40 | vacation rental 6 | airbnb 0
  down payment 9 | homebuyer assistance 8 | first time homebuyer 34
  missing middle 1 | single family zoning 0 | middle housing 9
  payday loan 4 | payday lender 0 | deferred presentment 7 | short term loan 0
  bitcoin 10 | cryptocurrency 35 | digital asset 30 | virtual currency 30
  stablecoin 7 > virtual currency 30 | digital asset 30
  buy now pay later 4 > consumer loan 4
  junk fee 5 | hidden fee 2 | mandatory fee disclosure 0
  price gouging 12 | excessive price 2 | unconscionable price 0
  right to repair 22 | digital right to repair 0
  subscription trap 0 > automatic renewal 16
  automatic renewal 16 | negative option 0
  ticket scalping 0 | ticket resale 1 | secondary ticket 2
  gift card 16 | gift certificate 8
  scam 4 > fraud 281
  credit card fee 5 | interchange fee 11 | swipe fee 0
  credit score 16 | credit report 30 | consumer report 29
  medical debt 30 | medical debt collection 0
  student loan 81 | education loan 13 | student debt 6
  sports betting 4 | sports wagering 88
  online gambling 3 | internet gaming 14 | igaming 0 | online casino 0
  slot machine 3 | video gaming terminal 7 | video lottery 23
  happy hour 1 | drink special 0
  liquor 257 | alcoholic beverage 249 | alcohol 215
  craft beer 1 | microbrewery 3 | craft brewery 3
  food truck 5 | mobile food 5
  home cook 0 | cottage food 6 | home kitchen 2
  hairdresser 2 | cosmetologist 29 | cosmetology 58
  occupational license 30 | professional license 132
  flood insurance 10 > flood risk 8
  small business 258 > microenterprise 1
  women owned business 62 | minority business enterprise 2 | mwbe 26
  beneficial owner 6 > limited liability company 67
  llc 54 > limited liability company 67
  pension 407 | retirement system 428
  ponzi 0 > securities fraud 3
`

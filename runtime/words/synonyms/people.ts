/** Schools, families, elections, government, rights. */
export const people = `
  school voucher 1 | school choice 8 | education savings account 29 | private school scholarship 0
  charter school 322 > public school academy 9
  homeschool 29 | home instruction 2 | home education 5
  preschool 52 | prekindergarten 34 | pre k 9 | early childhood education 30
  child care 472 | daycare 151
  cell phone at school 2 > wireless communication device 9
  cell phone 20 | mobile phone 19 | wireless communication device 9 | smartphone 3
  school lunch 16 | school meal 33
  free lunch 4 > school meal 33
  school bus 114 > pupil transportation 10
  school shooting 0 > school safety 75 | active shooter 6
  book ban 0 | library material 7 | banned book 6
  diversity equity and inclusion 39 | dei 14
  critical race theory 4 | divisive concept 0
  sex education 4 | sexual health education 2 | human sexuality instruction 2
  financial literacy 42 | personal finance 4
  civics 116 | civic education 18
  dyslexia 35 > science of reading 5
  special education 129 | individualized education program 33 | iep 12
  english language learner 10 | multilingual learner 6 | english learner 15
  community college 310 | junior college 6 | technical college 31
  tuition free 6 | free tuition 7 | college promise 4
  nil 5 > name image and likeness 16
  hazing 7 > fraternity 21
  transgender athlete 0 > biological sex 30 | interscholastic athletics 50
  bathroom bill 0 > restroom 37
  teacher pay 1 | teacher salary 11 | teacher compensation 6
  kinship care 10 | relative caregiver 3 | kinship caregiver 6
  foster care 143 | foster child 22 | foster youth 12
  child marriage 1 | marriage of minor 0 | age of marriage 0
  child support 101 > parenting time 29
  custody 362 > parental responsibility 3
  conversion therapy 12 | sexual orientation change 2
  same sex marriage 3 > marriage equality 2
  baby box 3 | safe haven 7 | newborn safety device 7
  diaper 24 > menstrual product 23
  tampon 3 | menstrual product 23 | feminine hygiene 11 | period product 4
  crown act 3 | hair discrimination 0 | hair texture 1
  ranked choice voting 20 | instant runoff 3
  mail in voting 1 | vote by mail 26 | absentee voting 40 | absentee ballot 59
  voter id 1 | voter identification 9 | photographic identification 4
  early voting 66 | in person absentee 7
  automatic voter registration 9 | avr 0
  gerrymandering 1 | redistricting 99
  ballot harvesting 2 > ballot collection 1
  ballot initiative 4 | initiative petition 11 | citizen initiative 2
  national popular vote 8 | electoral college 3
  campaign finance 117 | campaign contribution 43 | political contribution 18
  dark money 0 > independent expenditure 15
  term limit 66 > consecutive term 8
  open meeting 126 | sunshine law 2 | open meetings act 65
  public record 220 | freedom of information 117 | foia 40 | public information act 8
  lobbyist 62 | lobbying 79
  whistleblower 31 > retaliation 46
  eminent domain 92 | condemnation 19
  undocumented immigrant 7 | illegal alien 8 | unauthorized alien 10 | noncitizen 26
  deportation 14 > immigration enforcement 68 | immigration detainer 6
  sanctuary city 0 > immigration enforcement 68 | immigration detainer 6
  immigration and customs enforcement 32 > immigration enforcement 68
  antisemitism 25 | anti semitism 5
  native american 25 | american indian 13 | tribal 94 | indigenous 33
  missing indigenous woman 0 > missing and murdered indigenous 1
  reparation 17 > slavery 20
  veteran 953 > service member 105
  national guard 141 > armed force 159
  gold star 21 > surviving spouse 78
  official language 2 > english language 40
`

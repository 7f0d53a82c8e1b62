/** Technology, data, traffic. */
export const machines = `
  artificial intelligence 293 | ai 40
  chatbot 27 > artificial intelligence 293 | companion chatbot 6
  deepfake 13 | synthetic media 14 | digitally altered 1
  facial recognition 8 | face recognition 1 | biometric 32
  data privacy 37 | consumer privacy 2 | personal data 20 | personal information privacy 1
  data breach 6 | security breach 3
  cyberattack 1 | cyber attack 0 | ransomware 5 | cybersecurity incident 5
  age verification 27 | age appropriate design 6 | verify age 8
  online safety for child 0 > age appropriate design 6
  drone 43 | unmanned aircraft 46 | unmanned aerial 15
  self driving 0 | autonomous vehicle 34 | automated driving 13 | driverless 7
  license plate reader 18 | automated license plate recognition 2 | alpr 7
  red light camera 5 | photo enforcement 2 | automated traffic enforcement 3 | traffic control photographic 0
  speed camera 10 | speed safety camera 0 | automated speed enforcement 11
  electric bicycle 14 | e bike 10 | ebike 3
  electric scooter 43 | e scooter 1 | motorized scooter 3
  bike lane 1 > complete street 7
  complete street 7 > pedestrian safety 9
  crosswalk 15 > pedestrian 74
  driver license 338 | operator license 27 | driving privilege 26
  real id 8 > driver license 338
  commercial driver license 37 | cdl 12
  seat belt 10 | safety belt 8 | child restraint 7
  texting while driving 0 | distracted driving 7 | hands free 9
  school zone 22 > speed limit 105
  toll road 9 > turnpike 6
  train 148 > railroad 162
  railroad 162 | rail 223
  high speed rail 3 | passenger rail 13
  public transit 16 | mass transit 22 | public transportation 86
  uber 0 | lyft 0 > transportation network 40
  transportation network company 34 | tnc 7 | rideshare 1
  towing 73 | wrecker 5 | tow truck 16
  pothole 7 > road maintenance 8
  semi truck 0 | commercial motor vehicle 39 | tractor trailer 6
  used car 1 > motor vehicle dealer 34
  lemon law 4 > motor vehicle warranty 1
  broadband 89 | high speed internet 1 | internet access 15
  net neutrality 3 | open internet 1
  robocall 5 | automated telephone 1 | autodialer 0
  cell tower 4 | small wireless facility 2 | wireless facility 7
  3d printed gun 0 > ghost gun 8
  digital license 1 | mobile driver license 2 | mobile identification 2
  algorithmic pricing 6 | surveillance pricing 5 | dynamic pricing 13
  algorithm 20 > automated decision 16
  automated decision 16 | algorithmic discrimination 3
  dashcam 0 > windshield 7
  helmet 11 > protective headgear 6
`

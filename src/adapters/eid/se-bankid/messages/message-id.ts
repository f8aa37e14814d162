/**
 * BankID's recommended user messages, by BankID's own names, and one of ours. Missing are the retired numbers,
 * and RFA2 and RFA18 to RFA20, whose places on our pages have our own words.
 */
export type MessageId =
  | 'RFA1'
  | 'RFA3'
  | 'RFA4'
  | 'RFA5'
  | 'RFA6'
  | 'RFA8'
  | 'RFA9'
  | 'RFA13'
  | 'RFA15A'
  | 'RFA15B'
  | 'RFA16'
  | 'RFA17A'
  | 'RFA17B'
  | 'RFA21'
  | 'RFA22'
  | 'RFA23'
  | 'RFA24'
  | 'RFA25'
  | 'RFA26'
  | 'RFA27'
  | 'RFA28'
  | 'RFA29'
  | 'RFA30'
  | 'updateApp';

/** All of them in one language. */
export type Messages = Readonly<Record<MessageId, string>>;

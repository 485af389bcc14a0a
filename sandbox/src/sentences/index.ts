export {
  amount,
  kindOf,
  LANGUAGES,
  mapWords,
  print,
  readSentence,
  type Sentence,
  SentenceError,
  type SentenceLanguage,
  say,
  type Text,
} from './sentences.js';

export {
  amount,
  kindOf,
  LANGUAGES,
  type Language,
  mapWords,
  print,
  readText,
  type Sentence,
  SentenceError,
  say,
  type Text,
} from './sentences.js';

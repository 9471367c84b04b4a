// Loaded the first time that the search is opened (reader/search_opener.js).
import { openSearch } from "./search/dialog.js";

globalThis.libroOpenSearch = openSearch;

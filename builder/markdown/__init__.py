"""From a lesson's text to a document (tokens, and the nodes that other phases work on), and to HTML."""

"""Everything the house says to people, in English and in Simplified Chinese, from one catalogue."""

from dicehouse.words.catalogue import Figure, Language, Sentence, can_say, is_named_by_itself, say, subject_of, term

__all__ = ["Figure", "Language", "Sentence", "can_say", "is_named_by_itself", "say", "subject_of", "term"]

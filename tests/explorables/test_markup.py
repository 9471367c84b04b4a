"""Markup is escaped by construction."""

from explorables.markup import Html, element, join


def test_text_and_attributes_are_escaped():
    made = element("p", "<b> & \"x\"", title='a"b\'c<')
    assert made == '<p title="a&quot;b\'c&lt;">&lt;b&gt; &amp; "x"</p>'


def test_markup_goes_in_as_it_is():
    assert element("p", element("b", "x"), Html("<i></i>")) == "<p><b>x</b><i></i></p>"


def test_json_in_an_attribute_keeps_its_double_quotes():
    assert element("p", data_set={"word": "a'b"}) == '<p data-set="{&quot;word&quot;:&quot;a\'b&quot;}"></p>'
    assert element("p", data_set={"step": 7}) == "<p data-set='{\"step\":7}'></p>"


def test_attributes_that_do_not_apply_are_left_out():
    assert element("p", hidden=False, title=None, open=True, class_="a") == '<p open="" class="a"></p>'


def test_attributes_keep_their_order():
    assert element("g", b=1, a=2) == '<g b="1" a="2"></g>'


def test_joining_escapes_only_text():
    assert join(["<", Html("<br>")]) == "&lt;<br>"
